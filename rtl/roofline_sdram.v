// An AXI4 memory in one SDRAM of 16 bits (four banks, CAS latency 2, up to 100
// MHz). A burst opens a row, reads or writes a word of 16 bits a cycle, and
// closes the row; bursts of reads and of writes take turns. Higher bits of an
// address than the SDRAM has are ignored. The SDRAM's own clock rises between
// two edges of `clk`, as its inverse does.
//
// Times are those of the slowest of 256 Mbit chips of grade -7, in cycles of
// PERIOD: 20 ns from opening to a word and from closing to opening, 45 ns from
// opening to closing, 15 ns from the last written word, 70 ns for a refresh,
// 8192 refreshes in 64 ms.
`default_nettype none
module roofline_sdram #(
  parameter DATA = 32,
  parameter ADDRESS = 32,
  parameter ID = 1,
  parameter ROWS = 13,      // [bit] of a row's number
  parameter COLUMNS = 9,    // [bit] of a column's number
  parameter PERIOD = 40000, // [ps] of clk, 10000 and more
  parameter START = 200000000 / PERIOD // [cycle] until the first command: 200 us
) (
  input  wire               clk,
  input  wire               rst,
  input  wire [ID-1:0]      s_axi_arid,
  input  wire [ADDRESS-1:0] s_axi_araddr,
  input  wire [7:0]         s_axi_arlen,
  input  wire               s_axi_arvalid,
  output wire               s_axi_arready,
  output wire [ID-1:0]      s_axi_rid,
  output wire [DATA-1:0]    s_axi_rdata,
  output wire [1:0]         s_axi_rresp,
  output wire               s_axi_rlast,
  output wire               s_axi_rvalid,
  input  wire               s_axi_rready,
  input  wire [ID-1:0]      s_axi_awid,
  input  wire [ADDRESS-1:0] s_axi_awaddr,
  input  wire [7:0]         s_axi_awlen,
  input  wire               s_axi_awvalid,
  output wire               s_axi_awready,
  input  wire [DATA-1:0]    s_axi_wdata,
  input  wire [DATA/8-1:0]  s_axi_wstrb,
  input  wire               s_axi_wvalid,
  output wire               s_axi_wready,
  output reg  [ID-1:0]      s_axi_bid,
  output wire [1:0]         s_axi_bresp,
  output reg                s_axi_bvalid,
  input  wire               s_axi_bready,
  output reg                sdram_cke,
  output reg                sdram_csn,
  output reg                sdram_rasn,
  output reg                sdram_casn,
  output reg                sdram_wen,
  output reg  [1:0]         sdram_ba,
  output reg  [12:0]        sdram_a,
  output reg  [1:0]         sdram_dqm,
  input  wire [15:0]        sdram_dq_in,
  output reg  [15:0]        sdram_dq_out,
  output reg                sdram_dq_drive
);
  localparam PARTS = DATA / 16;       // of a bus word
  localparam BITS = ROWS + COLUMNS + 2;
  localparam OPENING = (20000 + PERIOD - 1) / PERIOD; // [cycle]
  localparam CLOSING = OPENING;
  localparam HELD = (45000 + PERIOD - 1) / PERIOD;
  localparam WRITING = (15000 + PERIOD - 1) / PERIOD;
  localparam RENEWING = (70000 + PERIOD - 1) / PERIOD;
  // From the last word to closing: at least 2, as a read word takes 4 cycles to
  // the answers, where its burst's ID is needed.
  localparam SHORT = HELD > OPENING + WRITING ? HELD - OPENING : WRITING;
  localparam DRAINING = SHORT > 2 ? SHORT : 2;
  // States are left when `rest` is 0.
  /* verilator lint_off WIDTH */ // all are less than 1000
  localparam [15:0] TO_OPEN = OPENING - 1, TO_CLOSE = CLOSING - 1,
                    TO_DRAIN = DRAINING - 1, TO_RENEW = RENEWING - 1,
                    REFRESH = 7800000 / PERIOD;
  /* verilator lint_on WIDTH */
  // RASN, CASN, WEN
  localparam [2:0] NOTHING = 3'b111, OPEN = 3'b011, READ = 3'b101,
                   WRITE = 3'b100, CLOSE = 3'b010, RENEW = 3'b001, MODE = 3'b000;
  localparam [3:0] POWER = 4'd0, FIRST_CLOSE = 4'd1, FIRST_RENEW = 4'd2,
                   SECOND_RENEW = 4'd3, SET_MODE = 4'd4, IDLE = 4'd5,
                   OPENS = 4'd6, RUNS = 4'd7, DRAINS = 4'd8, CLOSES = 4'd9;
  reg [3:0]  state;
  reg [15:0] rest;        // cycles until the state is left
  reg [15:0] until_renew;
  reg [4:0]  owed;        // refreshes that are due
  wire       must_renew = owed != 5'd0;
  wire       renews = state == CLOSES & rest == 16'd0 & must_renew;
  reg        writes;      // of the burst
  reg [ID-1:0]   id;
  reg [8:0]      words;   // bus words that are not begun
  reg [BITS-1:0] place;   // of the next 16 bits: row, bank, column
  reg [7:0]      part;    // of the bus word

  wire [ADDRESS-1:0] address = turn_writes ? s_axi_awaddr : s_axi_araddr;
  wire [31:0] bytes = {{32 - BITS - 1{1'b0}}, address[BITS:0]};
  /* verilator lint_off UNUSED */
  wire ignored = |{address, bytes};
  /* verilator lint_on UNUSED */
  wire can_write = s_axi_awvalid & (~s_axi_bvalid | s_axi_bready);
  wire turn_writes = can_write & (~s_axi_arvalid | ~writes);
  wire begins = state == IDLE & ~must_renew & (can_write | s_axi_arvalid);
  assign s_axi_awready = begins & turn_writes;
  assign s_axi_arready = begins & ~turn_writes;

  // Words that were asked for and not taken; the queue behind has room for all.
  reg [4:0] asked;
  wire row_ends = &place[COLUMNS-1:0];
  wire first = part == 8'd0, last = part == PARTS - 1;
  wire moves = state == RUNS
    & (writes ? s_axi_wvalid : ~first | asked != 5'd16);
  wire asks = moves & ~writes & first;
  assign s_axi_wready = moves & writes & last;
  wire all = last & words == 9'd1;
  wire take = s_axi_rvalid & s_axi_rready;

  always @(posedge clk)
    if (rst) begin
      state <= POWER;
      rest <= START;
      until_renew <= REFRESH;
      owed <= 5'd0;
      writes <= 1'b0;
      asked <= 5'd0;
      s_axi_bvalid <= 1'b0;
    end else begin
      asked <= asked + {4'd0, asks} - {4'd0, take};
      if (s_axi_bready) s_axi_bvalid <= 1'b0;
      until_renew <= until_renew == 16'd1 ? REFRESH : until_renew - 16'd1;
      owed <= state == POWER ? 5'd0
        : owed + {4'd0, until_renew == 16'd1} - {4'd0, renews};
      rest <= rest - 16'd1;
      case (state)
        POWER: if (rest == 16'd0) state <= FIRST_CLOSE;
        FIRST_CLOSE: begin state <= FIRST_RENEW; rest <= TO_CLOSE; end
        FIRST_RENEW: if (rest == 16'd0) begin state <= SECOND_RENEW; rest <= TO_RENEW; end
        SECOND_RENEW: if (rest == 16'd0) begin state <= SET_MODE; rest <= TO_RENEW; end
        SET_MODE: if (rest == 16'd0) begin state <= CLOSES; rest <= 16'd2; words <= 9'd0; end
        IDLE: if (must_renew) begin
          state <= CLOSES;
          words <= 9'd0;
          rest <= 16'd0;
        end else if (begins) begin
          state <= OPENS;
          rest <= TO_OPEN;
          writes <= turn_writes;
          id <= turn_writes ? s_axi_awid : s_axi_arid;
          words <= {1'b0, turn_writes ? s_axi_awlen : s_axi_arlen} + 9'd1;
          place <= bytes[BITS:1];
          part <= 8'd0;
        end
        OPENS: if (rest == 16'd0) state <= RUNS;
        RUNS: if (moves) begin
          place <= place + 1'b1;
          part <= last ? 8'd0 : part + 8'd1;
          if (last) words <= words - 9'd1;
          if (all | row_ends) begin
            state <= DRAINS;
            rest <= TO_DRAIN;
          end
        end
        DRAINS: if (rest == 16'd0) begin state <= CLOSES; rest <= TO_CLOSE; end
        default: if (renews) rest <= TO_RENEW; // CLOSES
          else if (rest == 16'd0) begin
            state <= words != 9'd0 ? OPENS : IDLE;
            rest <= TO_OPEN;
          end
      endcase
      if (moves & writes & all) begin
        s_axi_bvalid <= 1'b1;
        s_axi_bid <= id;
      end
    end

  // Commands, one cycle behind.
  reg [2:0] command;
  always @* begin
    command = NOTHING;
    if (state == FIRST_CLOSE) command = CLOSE;
    if ((state == FIRST_RENEW | state == SECOND_RENEW) & rest == 16'd0) command = RENEW;
    if (state == SET_MODE & rest == 16'd0) command = MODE;
    if (renews) command = RENEW;
    if (state == OPENS & rest == TO_OPEN) command = OPEN;
    if (moves) command = writes ? WRITE : READ;
    if (state == DRAINS & rest == 16'd0) command = CLOSE;
  end
  wire [12:0] row = {{13 - ROWS{1'b0}}, place[BITS-1 -: ROWS]};
  wire [12:0] column = {{13 - COLUMNS{1'b0}}, place[COLUMNS-1:0]};
  always @(posedge clk) begin
    sdram_cke <= ~rst;
    sdram_csn <= 1'b0;
    {sdram_rasn, sdram_casn, sdram_wen} <= rst ? NOTHING : command;
    sdram_ba <= command == MODE ? 2'b00 : place[COLUMNS +: 2];
    // Mode: CAS latency 2, bursts of one; closing is of all banks (bit 10).
    sdram_a <= command == MODE ? 13'h020 : command == CLOSE ? 13'h400
      : command == OPEN ? row : column;
    sdram_dqm <= command == WRITE ? ~s_axi_wstrb[part*2 +: 2] : 2'b00;
    sdram_dq_out <= s_axi_wdata[part*16 +: 16];
    sdram_dq_drive <= command == WRITE;
  end

  // What was read arrives three cycles after its command was chosen.
  reg [2:0]      comes, ends_word, ends_burst;
  reg [15:0]     came;
  reg [DATA-1:0] gathered;
  reg            whole, whole_last;
  always @(posedge clk) begin
    comes <= rst ? 3'd0 : {comes[1:0], moves & ~writes};
    ends_word <= {ends_word[1:0], last};
    ends_burst <= {ends_burst[1:0], all};
    came <= sdram_dq_in;
    whole <= ~rst & comes[2] & ends_word[2];
    whole_last <= ends_burst[2];
    if (comes[2])
      gathered <= {came, gathered[DATA-1:16]};
  end
  /* verilator lint_off PINCONNECTEMPTY */
  roofline_fifo #(.WIDTH(DATA + ID + 1), .BITS(4)) answers (
    .clk(clk), .clear(rst), .push(whole), .x({whole_last, id, gathered}),
    .full(), .valid(s_axi_rvalid), .ready(s_axi_rready),
    .y({s_axi_rlast, s_axi_rid, s_axi_rdata}), .take());
  /* verilator lint_on PINCONNECTEMPTY */
  assign s_axi_rresp = 2'b00;
  assign s_axi_bresp = 2'b00;
endmodule
`default_nettype wire

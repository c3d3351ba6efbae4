// For testbenches: an SDRAM of 16 bits with CAS latency 2 and bursts of one. It
// checks that rows are open, and the times between commands at a clock of
// PERIOD, and stops the simulation where one is broken. Times are those of
// 256 Mbit chips of grade -7 (MT48LC16M16A2-75, IS42S16160G-7, W9825G6KH-6),
// of each the longest.
`default_nettype none
module roofline_tb_sdram #(
  parameter ROWS = 13,
  parameter COLUMNS = 9,
  parameter PERIOD = 40000 // [ps] of clk
) (
  input  wire        clk,
  input  wire        cke,
  input  wire        csn,
  input  wire        rasn,
  input  wire        casn,
  input  wire        wen,
  input  wire [1:0]  ba,
  input  wire [12:0] a,
  input  wire [1:0]  dqm,
  input  wire [15:0] dq_in,
  output wire [15:0] dq_out
);
  // [ps]
  localparam OPENING = 20000, CLOSING = 20000, HELD = 45000, AGAIN = 67500,
             RENEWING = 66000, WRITING = 15000, OPEN_AT_MOST = 100000000,
             REFRESH = 7812500;
  localparam LATE = 9 * REFRESH; // that a refresh may be: eight may be postponed
  reg [15:0] words [0:(1<<(ROWS+COLUMNS+2))-1];
  reg [3:0]  open;
  reg [ROWS-1:0] row [0:3];
  reg [1:0] mode;      // of the start: closed, refreshed, set
  // [ps], at most a day or so
  reg [63:0] since_open, since_close, since_renew, since_write, since_mode, owed;
  integer renewals;
  reg [15:0] next, now;
  assign dq_out = now;
  wire [ROWS+COLUMNS+1:0] at = {row[ba], ba, a[COLUMNS-1:0]};

  task demand(input holds, input [8*32-1:0] what);
    if (!holds) begin
      $fdisplay(32'h80000002, "SDRAM: %0s", what); // standard error
      $stop;
    end
  endtask
  initial begin
    open = 4'd0;
    mode = 2'd0;
    renewals = 0;
    owed = 64'd0;
    since_open = AGAIN;
    since_close = CLOSING;
    since_renew = RENEWING;
    since_write = WRITING;
    since_mode = 64'd0;
    demand(PERIOD >= 10000, "too fast for CAS latency 2");
  end
  always @(posedge clk) if (cke & ~csn) begin
    now <= next;
    if (mode == 2'd3) owed = owed + PERIOD;
    since_open = since_open + PERIOD;
    since_close = since_close + PERIOD;
    since_renew = since_renew + PERIOD;
    since_write = since_write + PERIOD;
    since_mode = since_mode + PERIOD;
    case ({rasn, casn, wen})
      3'b010: begin // close
        demand(since_write >= WRITING, "closed too early after a write");
        demand(since_open >= HELD | open == 4'd0, "closed too early");
        open = a[10] ? 4'd0 : open & ~(4'd1 << ba);
        since_close = 0;
        if (mode == 2'd0) mode = 2'd1;
      end
      3'b001: begin // refresh
        demand(open == 4'd0 & since_close >= CLOSING & since_renew >= RENEWING,
               "refreshed too early");
        since_renew = 0;
        renewals = renewals + 1;
        owed = owed > REFRESH ? owed - REFRESH : 64'd0;
        if (mode == 2'd1 & renewals >= 2) mode = 2'd2;
      end
      3'b000: begin // mode
        demand(mode == 2'd2 & since_renew >= RENEWING, "mode set too early");
        demand(a[6:0] == 7'h20, "another mode");
        mode = 2'd3;
        since_mode = 0;
      end
      3'b011: begin // open
        demand(mode == 2'd3 & since_mode >= 2 * PERIOD, "used before its mode is set");
        demand(~open[ba] & since_close >= CLOSING & since_renew >= RENEWING
               & since_open >= AGAIN, "opened too early");
        open = open | 4'd1 << ba;
        row[ba] = a[ROWS-1:0];
        since_open = 0;
      end
      3'b101: begin // read
        demand(open[ba] & since_open >= OPENING, "read from a closed row");
        next <= words[at];
      end
      3'b100: begin // write
        demand(open[ba] & since_open >= OPENING, "written to a closed row");
        if (~dqm[0]) words[at][7:0] = dq_in[7:0];
        if (~dqm[1]) words[at][15:8] = dq_in[15:8];
        since_write = 0;
      end
      default: ;
    endcase
    demand(owed < LATE, "not refreshed");
    demand(open == 4'd0 | since_open < OPEN_AT_MOST, "open for too long");
  end
endmodule
`default_nettype wire

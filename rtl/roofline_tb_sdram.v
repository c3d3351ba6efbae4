// For testbenches: an SDRAM of 16 bits with CAS latency 2 and bursts of one. It
// checks that rows are open, and the times between commands in cycles of its
// clock, and stops the simulation where one is broken.
`default_nettype none
module roofline_tb_sdram #(
  parameter ROWS = 13,
  parameter COLUMNS = 9,
  parameter RENEWS = 200 // [cycle] between refreshes at most, on average
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
  reg [15:0] words [0:(1<<(ROWS+COLUMNS+2))-1];
  reg [3:0]  open;
  reg [ROWS-1:0] row [0:3];
  reg [1:0] mode;      // of the start: closed, refreshed, set
  integer since_open, since_close, since_renew, since_write, since_move;
  integer renewals, cycles, i;
  reg [15:0] next, now;
  assign dq_out = now;
  wire [ROWS+COLUMNS+1:0] at = {row[ba], ba, a[COLUMNS-1:0]};

  initial begin
    open = 4'd0;
    mode = 2'd0;
    renewals = 0;
    cycles = 0;
    since_open = 100;
    since_close = 100;
    since_renew = 100;
    since_write = 100;
    since_move = 100;
  end
  task demand(input holds, input [8*32-1:0] what);
    if (!holds) begin
      $fdisplay(32'h80000002, "SDRAM: %0s", what); // standard error
      $stop;
    end
  endtask
  always @(posedge clk) if (cke & ~csn) begin
    now <= next;
    if (mode == 2'd3) cycles = cycles + 1;
    since_open = since_open + 1;
    since_close = since_close + 1;
    since_renew = since_renew + 1;
    since_write = since_write + 1;
    since_move = since_move + 1;
    case ({rasn, casn, wen})
      3'b010: begin // close
        demand(since_write >= 2, "closed too early after a write");
        demand(since_open >= 5 | open == 4'd0, "closed too early");
        open = a[10] ? 4'd0 : open & ~(4'd1 << ba);
        since_close = 0;
        if (mode == 2'd0) mode = 2'd1;
      end
      3'b001: begin // refresh
        demand(open == 4'd0 & since_close >= 2 & since_renew >= 7, "refreshed too early");
        since_renew = 0;
        renewals = renewals + 1;
        if (mode == 2'd1 & renewals >= 2) mode = 2'd2;
      end
      3'b000: begin // mode
        demand(mode == 2'd2 & since_renew >= 7, "mode set too early");
        demand(a[6:0] == 7'h20, "another mode");
        mode = 2'd3;
      end
      3'b011: begin // open
        demand(mode == 2'd3, "used before its mode is set");
        demand(~open[ba] & since_close >= 2 & since_renew >= 7, "opened too early");
        open = open | 4'd1 << ba;
        row[ba] = a[ROWS-1:0];
        since_open = 0;
      end
      3'b101: begin // read
        demand(open[ba] & since_open >= 2, "read from a closed row");
        next <= words[at];
        since_move = 0;
      end
      3'b100: begin // write
        demand(open[ba] & since_open >= 2, "written to a closed row");
        if (~dqm[0]) words[at][7:0] = dq_in[7:0];
        if (~dqm[1]) words[at][15:8] = dq_in[15:8];
        since_write = 0;
        since_move = 0;
      end
      default: ;
    endcase
    demand(cycles < (renewals + 2) * RENEWS, "not refreshed");
  end
endmodule
`default_nettype wire

// The product of two unsigned numbers, in rows of 17 bits of b. A row of a float32 is one
// signed multiplier of 25 x 18 bits that also adds the row before.
//
// Latency: ceil(WIDTH / 17) + 1, counted from registers that hold a and b.
module roofline_fproduct #(
    parameter WIDTH = 24
) (
    input  wire               clk,
    input  wire               enable,
    input  wire [  WIDTH-1:0] a,
    input  wire [  WIDTH-1:0] b,
    output wire [2*WIDTH-1:0] y
);
  localparam ROW = 17;
  localparam ROWS = (WIDTH + ROW - 1) / ROW;
  localparam LAST = WIDTH - ROW * (ROWS - 1);  // bits of the last row

  // The sum that row i passes on, and its own lowest bits.
  wire [WIDTH*(ROWS+1)-1:0] carried;
  assign carried[WIDTH-1:0] = {WIDTH{1'b0}};

  genvar i;
  generate
    for (i = 0; i < ROWS; i = i + 1) begin : g_row
      localparam BITS = i == ROWS - 1 ? LAST : ROW;
      wire [WIDTH-1:0] a_row;
      wire [BITS-1:0] b_row;
      reg [WIDTH+BITS-1:0] product, sum;
      roofline_fdelay #(
          .WIDTH(WIDTH + BITS),
          .DEPTH(i)
      ) operands (
          .clk(clk),
          .enable(enable),
          .x({a, b[ROW*i+:BITS]}),
          .y({a_row, b_row})
      );
      always @(posedge clk)
        if (enable) begin
          product <= {{BITS{1'b0}}, a_row} * {{WIDTH{1'b0}}, b_row};
          sum <= product + {{BITS{1'b0}}, carried[WIDTH*i+:WIDTH]};
        end
      assign carried[WIDTH*(i+1)+:WIDTH] = sum[WIDTH+BITS-1:BITS];
      roofline_fdelay #(
          .WIDTH(BITS),
          .DEPTH(ROWS - 1 - i)
      ) low (
          .clk(clk),
          .enable(enable),
          .x(sum[BITS-1:0]),
          .y(y[ROW*i+:BITS])
      );
    end
  endgenerate
  assign y[2*WIDTH-1:WIDTH] = carried[WIDTH*ROWS+:WIDTH];
endmodule

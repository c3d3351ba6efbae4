// y = a as an integer of WIDTH bits, rounded towards zero; any value when a is out of range
// or a NaN.
//
// Latency: 4.
module roofline_ftoint #(
    parameter EXP    = 8,
    parameter FRAC   = 23,
    parameter WIDTH  = 32,  // 64 at most
    parameter SIGNED = 1
) (
    input  wire              clk,
    input  wire              enable,
    input  wire [EXP+FRAC:0] a,
    output reg  [ WIDTH-1:0] y
);
  localparam TOP = EXP + FRAC;
  localparam N = WIDTH < 5 ? 5 : WIDTH;  // so that the shift has two digits
  localparam DIGITS = ($clog2(N) + 1) / 2;
  localparam SHIFT = 2 * DIGITS;
  localparam BIAS = (1 << (EXP - 1)) - 1;
  localparam HIGHEST = BIAS + N - 1;  // exponent of a number that fills N bits
  localparam D = EXP + 3;

  // Stage 1: distance of the exponent below HIGHEST.
  reg sign1;
  reg [FRAC-1:0] fraction1;
  reg [D-1:0] distance1;
  always @(posedge clk)
    if (enable) begin
      sign1 <= a[TOP];
      fraction1 <= a[FRAC-1:0];
      distance1 <= HIGHEST[D-1:0] - {3'b0, a[TOP-1:FRAC]};
    end

  // Stages 2 and 3: the shift, the last digit separately; a subnormal is shifted out.
  wire [N+FRAC:0] aligned = {1'b1, fraction1, {N{1'b0}}};
  wire [N-1:0] coarse, fine;
  wire [1:0] lost;
  wire unused = &{lost, aligned[FRAC:0], fine};
  roofline_fright #(
      .WIDTH (N),
      .STEP  (4),
      .DIGITS(DIGITS - 1)
  ) upper (
      .x(aligned[N+FRAC-:N]),
      .amount(distance1[SHIFT-1:2]),
      .y(coarse),
      .lost(lost[1])
  );
  reg sign2;
  reg [1:0] amount2;
  reg [N-1:0] coarse2;
  always @(posedge clk)
    if (enable) begin
      sign2 <= sign1;
      amount2 <= distance1[1:0];
      coarse2 <= distance1 >> SHIFT != 0 ? {N{1'b0}} : coarse;
    end
  roofline_fright #(
      .WIDTH (N),
      .STEP  (1),
      .DIGITS(1)
  ) lower (
      .x(coarse2),
      .amount(amount2),
      .y(fine),
      .lost(lost[0])
  );
  reg sign3;
  reg [WIDTH-1:0] magnitude3;
  always @(posedge clk)
    if (enable) begin
      sign3 <= sign2 & SIGNED != 0;
      magnitude3 <= fine[WIDTH-1:0];
    end

  // Stage 4: the sign.
  wire unused_carry;
  wire [WIDTH-1:0] value;
  assign {value, unused_carry} = {magnitude3 ^ {WIDTH{sign3}}, 1'b1} + {{WIDTH{1'b0}}, sign3};
  always @(posedge clk) if (enable) y <= value;
endmodule

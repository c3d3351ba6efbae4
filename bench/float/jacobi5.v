// The datapath of a float32 5-point Jacobi: y = (north + west + east + south + centre) * f,
// four additions and one multiplication, with the registers that balance it. Latency: 31.
module jacobi5 (
    input  wire        clk,
    input  wire        enable,
    input  wire [31:0] north,
    input  wire [31:0] west,
    input  wire [31:0] east,
    input  wire [31:0] south,
    input  wire [31:0] centre,
    input  wire [31:0] factor,  // constant during a launch
    output wire [31:0] y
);
  wire [31:0] upper, lower, ring, sum, late_centre;
  roofline_fadd add_upper (clk, enable, north, west, upper);
  roofline_fadd add_lower (clk, enable, east, south, lower);
  roofline_fadd add_ring (clk, enable, upper, lower, ring);
  roofline_fdelay #(.WIDTH(32), .DEPTH(16)) balance (clk, enable, centre, late_centre);
  roofline_fadd add_centre (clk, enable, ring, late_centre, sum);
  roofline_fmul scale (clk, enable, sum, factor, y);
endmodule

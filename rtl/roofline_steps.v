// Runs a core `steps` times, each run after the end of the one before.
// Latency: a step takes 1 cycle more than the core alone.
`default_nettype none
module roofline_steps (
  input  wire        clk,
  input  wire        rst,
  input  wire        begins, // begins all steps; ignored while they run
  input  wire [31:0] steps,  // at least 1
  input  wire        step_done, // from the end of a step to the next `go`
  output wire        go,    // a step begins
  output reg         first, // in the first step
  output wire        last,
  output wire        done   // from the end of the last step to the next begin
);
  reg running;
  reg [31:0] left; // steps after this one
  assign last = left == 32'd0;
  wire again = running & step_done & ~last;
  assign done = running & step_done & last;
  assign go = begins | again;
  always @(posedge clk) begin
    if (rst) running <= 1'b0;
    else if (begins) running <= 1'b1;
    if (begins) left <= steps - 32'd1;
    else if (again) left <= left - 32'd1;
    if (go) first <= begins;
  end
endmodule
`default_nettype wire

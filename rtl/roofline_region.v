// A launch of tiles: their memories are loaded, all steps are done, and the
// memories are given back.
`default_nettype none
module roofline_region (
  input  wire clk,
  input  wire rst,
  input  wire start,    // ignored while a launch runs
  output reg  loads,
  input  wire loaded,   // everything; while it loads
  output wire begins,   // the steps
  input  wire computed, // from the last step on to the next begin
  output reg  stores,
  input  wire stored,   // everything; while it stores
  output wire restart,  // walks begin anew
  output reg  done      // from the end of a launch to the next start
);
  reg computes;
  wire takes = start & ~(loads | computes | stores);
  assign begins = loads & loaded;
  wire collects = computes & computed;
  assign restart = takes | collects;
  wire ends = stores & stored;
  always @(posedge clk)
    if (rst) begin
      loads <= 1'b0;
      computes <= 1'b0;
      stores <= 1'b0;
      done <= 1'b0;
    end else begin
      loads <= takes | (loads & ~begins);
      computes <= begins | (computes & ~collects);
      stores <= collects | (stores & ~ends);
      done <= ~takes & (done | ends);
    end
endmodule
`default_nettype wire

// Runs a launch of tiles: loads their memories, does all steps, and stores the
// memories.
`default_nettype none
module roofline_region (
  input  wire clk,
  input  wire rst,
  input  wire start,    // ignored while a launch runs
  output reg  loads,
  input  wire loaded,   // all data is loaded; read while loading
  output wire begins,   // begins the steps
  input  wire computed, // from the last step on to the next begin
  output reg  stores,
  input  wire stored,   // all data is stored; read while storing
  output wire restart,  // restarts the walks
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

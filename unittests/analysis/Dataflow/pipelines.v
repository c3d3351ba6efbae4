// Pipelines and FIFOs as hardware: what DataflowRun is proven against.
//
// A pipeline passes iterations from stage to stage. `ok` has a bit for each
// stage: its accesses can be made now. Freezing: no stage moves unless all may.
// Flushing: a stage moves if there is room ahead. An iteration keeps II stages
// away from the one before.

module pipeline #(parameter TRIPS = 1, II = 1, DEPTH = 4, FLUSHES = 0)
  (input clk, input reset, input [DEPTH-1:0] ok,
   output [DEPTH-1:0] valid, output [16*DEPTH-1:0] iterations,
   output [DEPTH-1:0] moves, output reg [31:0] done);
  // Stages behind the last one keep the distance of iterations.
  localparam ALL = DEPTH + II;
  reg [ALL-1:0] held;
  reg [15:0] number [0:ALL-1];
  reg [15:0] next;
  reg [31:0] phase, now;
  wire [ALL-1:0] advances;
  wire frozen = |(held[DEPTH-1:0] & ~ok);
  genvar s;
  generate
    for (s = 0; s < ALL; s = s + 1) begin : stages
      wire room, may;
      if (s + II >= ALL)
        assign room = 1;
      else if (II == 1)
        assign room = !held[s+1] || advances[s+1];
      else
        assign room = !(|held[s+II-1:s+1]) && (!held[s+II] || advances[s+II]);
      if (s < DEPTH)
        assign may = ok[s];
      else
        assign may = 1;
      assign advances[s] = FLUSHES ? held[s] && may && room : held[s] && !frozen;
      if (s < DEPTH) begin
        assign valid[s] = held[s];
        assign iterations[16*s+:16] = number[s];
        assign moves[s] = advances[s];
      end
    end
  endgenerate
  wire enters = next < TRIPS &&
                (FLUSHES ? !held[0] || advances[0] : !frozen && phase == 0);
  integer i;
  always @(posedge clk)
    if (reset) begin
      held <= 0;
      next <= 0;
      phase <= 0;
      now <= 0;
      done <= 0;
    end else begin
      now <= now + 1;
      for (i = 1; i < ALL; i = i + 1)
        if (advances[i-1]) begin
          number[i] <= number[i-1];
          held[i] <= 1;
        end else if (advances[i])
          held[i] <= 0;
      if (enters) begin
        number[0] <= next;
        held[0] <= 1;
        next <= next + 1;
      end else if (advances[0])
        held[0] <= 0;
      if (!frozen)
        phase <= enters ? II - 1 : phase == 0 ? 0 : phase - 1;
      if (advances[DEPTH-1] && number[DEPTH-1] == TRIPS - 1)
        done <= now + 1;
    end
endmodule

module fifo #(parameter DEPTH = 2, LATENCY = 1)
  (input clk, input reset, input write, input read, input [15:0] data,
   output can_write, output can_read, output [15:0] head);
  reg [15:0] slots [0:DEPTH-1];
  reg [31:0] held, seen, first, free;
  reg late;
  assign can_write = held != DEPTH;
  assign can_read = seen != 0;
  assign head = slots[first];
  always @(posedge clk)
    if (reset) begin
      held <= 0;
      seen <= 0;
      first <= 0;
      free <= 0;
      late <= 0;
    end else begin
      held <= held + write - read;
      late <= write;
      seen <= seen + (LATENCY == 1 ? write : late) - read;
      if (write) begin
        slots[free] <= data;
        free <= free == DEPTH - 1 ? 0 : free + 1;
      end
      if (read)
        first <= first == DEPTH - 1 ? 0 : first + 1;
    end
endmodule

// Bytes over a serial line: 8 bits, no parity, one stop bit, DIVIDE cycles a
// bit. A received byte waits until the next one has come; what is not taken by
// then is lost.
`default_nettype none
module roofline_uart #(
  parameter DIVIDE = 25 // at least 4
) (
  input  wire       clk,
  input  wire       rst,
  input  wire       rx,
  output reg        tx,
  output reg  [7:0] in_data,
  output reg        in_valid,
  input  wire       in_ready,
  input  wire [7:0] out_data,
  input  wire       out_valid,
  output wire       out_ready
);
  localparam [15:0] WHOLE = DIVIDE - 1, HALF = DIVIDE / 2 - 1;
  // The line, through two registers against metastability.
  reg [1:0] line;
  always @(posedge clk) line <= rst ? 2'b11 : {line[0], rx};

  reg [15:0] rest;   // cycles to the middle of the next bit
  reg [3:0]  bits;   // of a byte that still come, the stop bit as well
  reg [7:0]  byte_in;
  reg        starts; // a start bit is looked at
  always @(posedge clk)
    if (rst) begin
      bits <= 4'd0;
      starts <= 1'b0;
      in_valid <= 1'b0;
    end else begin
      if (in_ready) in_valid <= 1'b0;
      rest <= rest - 16'd1;
      if (bits == 4'd0 & ~starts) begin
        starts <= ~line[1];
        rest <= HALF;
      end else if (rest == 16'd0) begin
        rest <= WHOLE;
        if (starts) begin
          starts <= 1'b0;
          bits <= line[1] ? 4'd0 : 4'd9; // else it was a disturbance
        end else begin
          bits <= bits - 4'd1;
          byte_in <= {line[1], byte_in[7:1]};
          if (bits == 4'd1) begin
            in_data <= byte_in;
            in_valid <= line[1]; // a stop bit, or the byte is none
          end
        end
      end
    end

  reg [15:0] wait_out;
  reg [8:0]  byte_out;
  reg [3:0]  left;
  assign out_ready = left == 4'd0;
  always @(posedge clk)
    if (rst) begin
      tx <= 1'b1;
      left <= 4'd0;
    end else if (out_ready) begin
      if (out_valid) begin
        byte_out <= {1'b1, out_data};
        tx <= 1'b0;
        left <= 4'd10;
        wait_out <= WHOLE;
      end
    end else if (wait_out == 16'd0) begin
      tx <= byte_out[0];
      byte_out <= {1'b1, byte_out[8:1]};
      left <= left - 4'd1;
      wait_out <= WHOLE;
    end else wait_out <= wait_out - 16'd1;
endmodule
`default_nettype wire

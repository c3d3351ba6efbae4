// Pipes of a program, with blocking calls, for a compiler without them.
#define pipe
#define read_pipe_block(p, packet) roofline_read(&p, packet, sizeof *(packet))
#define write_pipe_block(p, packet) roofline_write(&p, packet, sizeof *(packet))
void roofline_read(const __global void *, void *, uint);
void roofline_write(const __global void *, const void *, uint);

// What compiled OpenCL C calls for its pipes, and for builtins.
#include "network.h"

using roofline::Fifo;
using roofline::Network;

/// The FIFO of a channel or pipe of the program, by its place in memory.
std::map<const void *, Fifo *> &programPipes() {
  static std::map<const void *, Fifo *> All;
  return All;
}

static Fifo &find(const void *Pipe) {
  auto At = programPipes().find(Pipe);
  if (At == programPipes().end()) {
    std::fprintf(stderr, "a pipe that the harness does not know\n");
    std::exit(2);
  }
  return *At->second;
}

extern "C" {
// read_pipe and write_pipe of pipe arguments, as clang calls them. They fail
// now and then, as they may.
int __read_pipe_2(void *Pipe, void *Packet, uint32_t Bytes, uint32_t) {
  Fifo &F = *static_cast<Fifo *>(Pipe);
  if (F.Of.byChance())
    return -1;
  F.read(Packet, Bytes);
  return 0;
}
int __write_pipe_2(void *Pipe, const void *Packet, uint32_t Bytes, uint32_t) {
  Fifo &F = *static_cast<Fifo *>(Pipe);
  if (F.Of.byChance())
    return -1;
  F.write(Packet, Bytes);
  return 0;
}
// intel.h and xilinx.h.
void roofline_read(const void *Pipe, void *Packet, uint32_t Bytes) {
  find(Pipe).read(Packet, Bytes);
}
void roofline_write(const void *Pipe, const void *Packet, uint32_t Bytes) {
  find(Pipe).write(Packet, Bytes);
}
}

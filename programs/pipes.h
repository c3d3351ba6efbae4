// What compiled OpenCL C calls for its pipes; of one source file of the check.
#ifndef ROOFLINE_PIPES_H
#define ROOFLINE_PIPES_H

#include "network.h"

/// The FIFO of a channel or pipe of the program, by its place in memory.
inline std::map<const void *, roofline::Fifo *> &programPipes() {
  static std::map<const void *, roofline::Fifo *> All;
  return All;
}

static roofline::Fifo &findPipe(const void *Pipe) {
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
  roofline::Fifo &F = *static_cast<roofline::Fifo *>(Pipe);
  if (F.Of.byChance())
    return -1;
  F.read(Packet, Bytes);
  return 0;
}
int __write_pipe_2(void *Pipe, const void *Packet, uint32_t Bytes, uint32_t) {
  roofline::Fifo &F = *static_cast<roofline::Fifo *>(Pipe);
  if (F.Of.byChance())
    return -1;
  F.write(Packet, Bytes);
  return 0;
}
// intel.h and xilinx.h.
void roofline_read(const void *Pipe, void *Packet, uint32_t Bytes) {
  findPipe(Pipe).read(Packet, Bytes);
}
void roofline_write(const void *Pipe, const void *Packet, uint32_t Bytes) {
  findPipe(Pipe).write(Packet, Bytes);
}
}

#endif

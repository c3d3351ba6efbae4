// Runs a system in Verilator, with the host's bytes at standard input and
// output. It ends with the input.
#include "Simulation.h" // Verilator's class

#include <memory>
#include <poll.h>
#include <unistd.h>
#include <verilated.h>

int main() {
  const auto Context = std::make_unique<VerilatedContext>();
  const auto Top = std::make_unique<Simulation>(Context.get());
  unsigned char Given[4096], Taken[4096];
  size_t At = 0, Size = 0, Out = 0;
  uint64_t Idle = 0;
  auto Cycle = [&] {
    Top->clk = 0;
    Top->eval();
    Top->clk = 1;
    Top->eval();
  };
  auto Flush = [&] {
    for (size_t Sent = 0; Sent < Out;) {
      const ssize_t Now = write(1, Taken + Sent, Out - Sent);
      if (Now <= 0)
        return false;
      Sent += size_t(Now);
    }
    Out = 0;
    return true;
  };
  Top->rst = 1;
  Top->in_valid = 0;
  Top->out_ready = 1;
  for (int I = 0; I < 8; ++I)
    Cycle();
  Top->rst = 0;
  while (!Context->gotFinish()) {
    if (At == Size && Idle % 64 == 0) {
      // With nothing to do the clock still goes on, but slowly.
      pollfd Ready = {0, POLLIN, 0};
      if (poll(&Ready, 1, Idle > 1000000 ? 1 : 0) > 0) {
        const ssize_t Come = read(0, Given, sizeof Given);
        if (Come <= 0)
          break;
        At = 0;
        Size = size_t(Come);
        Idle = 0;
      }
    }
    Top->in_valid = At < Size;
    Top->in_data = At < Size ? Given[At] : 0;
    Top->clk = 0;
    Top->eval();
    const bool Takes = Top->in_valid && Top->in_ready;
    const bool Gives = Top->out_valid;
    if (Gives)
      Taken[Out++] = Top->out_data;
    Top->clk = 1;
    Top->eval();
    At += Takes;
    Idle = Takes || Gives ? 0 : Idle + 1;
    if ((Out == sizeof Taken || (Out > 0 && Idle >= 64)) && !Flush())
      break;
  }
  Top->final();
  return 0;
}

// Runs a program on its data and compares what it leaves.
//
//   run [--schedules N] [--seed N] [--depth PIPE=N] [--time-out S] [FOLDER]
//
// FOLDER holds the data (default: data). Exit codes: 0 passed, 1 failed, 2 the
// check itself could not run.
#ifndef ROOFLINE_CHECK_H
#define ROOFLINE_CHECK_H

#include "data.h"
#include "network.h"

#include <csignal>
#include <unistd.h>

namespace roofline {

struct PipeInfo {
  const char *Name;
  uint64_t Depth; ///< [packet]
};

struct Program {
  std::vector<BufferInfo> Buffers;
  unsigned Scalars;
  std::vector<PipeInfo> Pipes; ///< those that the harness makes
  uint64_t Cycles;             ///< [cycle] predicted; 0: no pipes, no clock
};

/// One run of the program.
class Run {
public:
  Run(const Program &P, Data &D, Network &N) : D(D), N(N) {
    for (const PipeInfo &Pipe : P.Pipes)
      Pipes.push_back(N.fifo(Pipe.Name, Pipe.Depth));
  }
  void *buffer(size_t I) { return D.buffer(I); }
  template <typename T> T scalar(size_t I) const { return D.scalar<T>(I); }
  void *pipe(size_t I) { return Pipes[I].get(); }
  void spawn(const char *Name, std::function<void()> Body) {
    N.spawn(Name, std::move(Body));
  }

  Data &D;
  Network &N;
  std::vector<std::unique_ptr<Fifo>> Pipes;
};

struct CheckOptions {
  uint64_t Schedules = 20, Seed = 1;
  unsigned TimeOut = 300; ///< [s]
  std::map<std::string, uint64_t> Depths;
  std::string Folder = "data";
};

inline void usage() {
  std::fprintf(stderr, "usage: run [--schedules N] [--seed N] [--depth PIPE=N] "
                       "[--time-out S] [FOLDER]\n");
  std::exit(2);
}

inline uint64_t wholeNumber(const char *Text) {
  char *End = nullptr;
  uint64_t N = std::strtoull(Text, &End, 10);
  if (!*Text || *End || *Text == '-')
    usage();
  return N;
}

inline CheckOptions parseOptions(int argc, char **argv) {
  CheckOptions O;
  for (int I = 1; I < argc; ++I) {
    std::string Name = argv[I];
    if (Name.rfind("--", 0) != 0) {
      O.Folder = Name;
      continue;
    }
    if (++I == argc)
      usage();
    std::string Value = argv[I];
    if (Name == "--schedules") {
      O.Schedules = wholeNumber(argv[I]);
    } else if (Name == "--seed") {
      O.Seed = wholeNumber(argv[I]);
    } else if (Name == "--time-out") {
      O.TimeOut = unsigned(wholeNumber(argv[I]));
    } else if (size_t At = Value.find('=');
               Name == "--depth" && At != std::string::npos) {
      O.Depths[Value.substr(0, At)] = wholeNumber(Value.c_str() + At + 1);
    } else {
      usage();
    }
  }
  return O;
}

inline void timeOut(int) {
  const char Text[] = "FAIL: time-out: the program does not come to an end\n";
  if (write(1, Text, sizeof Text - 1)) {
  }
  _exit(1);
}

/// One schedule; why it failed, or nothing.
template <typename StartFn>
std::string runOnce(const Program &P, const CheckOptions &O, uint64_t Seed,
                    StartFn Start, uint64_t &Cycles) {
  Data D(P.Buffers, P.Scalars, O.Folder);
  Network N(Seed, O.Depths);
  Run R(P, D, N);
  Start(R);
  bool IsDone = N.run();
  for (const auto &[Pipe, Depth] : O.Depths)
    if (!N.knows(Pipe)) {
      std::fprintf(stderr, "--depth %s: there is no such pipe\n", Pipe.c_str());
      std::exit(2);
    }
  if (!IsDone)
    return "deadlock\n" + N.blocked();
  std::string Difference = D.difference();
  if (!Difference.empty())
    return Difference + "\n";
  Cycles = N.cycles();
  if (!P.Cycles || Cycles == P.Cycles)
    return {};
  return std::to_string(Cycles) + " cycles, not the predicted " +
         std::to_string(P.Cycles) + "\n" + N.full();
}

/// \p Start spawns the kernels.
template <typename StartFn>
int check(int argc, char **argv, const Program &P, StartFn Start) {
  CheckOptions O = parseOptions(argc, argv);
  std::signal(SIGALRM, timeOut);
  alarm(O.TimeOut);
  uint64_t Cycles = 0;
  for (uint64_t I = 0; I < O.Schedules; ++I) {
    std::string Why = runOnce(P, O, O.Seed + I, Start, Cycles);
    if (!Why.empty()) {
      std::printf("FAIL: schedule %llu: %s",
                  static_cast<unsigned long long>(O.Seed + I), Why.c_str());
      return 1;
    }
  }
  if (P.Cycles)
    std::printf("cycles %llu, as predicted\n",
                static_cast<unsigned long long>(Cycles));
  std::printf("PASS: %llu schedules\n",
              static_cast<unsigned long long>(O.Schedules));
  return 0;
}

} // namespace roofline

#endif

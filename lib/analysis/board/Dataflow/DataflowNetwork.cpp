// Processes that run at the same time, joined by FIFOs and arrays.
#include "roofline/Dataflow/DataflowNetwork.h"

#include <algorithm>

namespace roofline {

uint64_t countOf(const CycleProgression &P) {
  uint64_t Count = 1;
  for (const ProgressionLevel &L : P.Levels)
    Count *= L.Count;
  return Count;
}

uint64_t lastOf(const CycleProgression &P) {
  uint64_t Last = P.First;
  for (const ProgressionLevel &L : P.Levels)
    Last += (L.Count - 1) * L.Step;
  return Last;
}

CycleProgression shortest(const CycleProgression &P) {
  CycleProgression Result{P.First};
  for (const ProgressionLevel &L : P.Levels) {
    if (L.Count == 1)
      continue;
    // Rows that follow each other without a gap are one row.
    if (!Result.Levels.empty() && Result.Levels.back().Step == L.Count * L.Step)
      Result.Levels.back() = {Result.Levels.back().Count * L.Count, L.Step};
    else
      Result.Levels.push_back(L);
  }
  return Result;
}

static std::optional<uint32_t> userOf(const DataflowNetwork &N, uint32_t Fifo,
                                      bool IsWriter) {
  for (uint32_t P = 0; P < N.Processes.size(); ++P)
    for (const FifoAccess &A : N.Processes[P].Accesses)
      if (A.Fifo == Fifo && A.IsWrite == IsWriter)
        return P;
  return std::nullopt;
}

std::optional<uint32_t> writerOf(const DataflowNetwork &N, uint32_t Fifo) {
  return userOf(N, Fifo, true);
}

std::optional<uint32_t> readerOf(const DataflowNetwork &N, uint32_t Fifo) {
  return userOf(N, Fifo, false);
}

uint64_t tokensOf(const DataflowNetwork &N, uint32_t Fifo, bool Written) {
  uint64_t Tokens = 0;
  for (const DataflowProcess &P : N.Processes)
    for (const FifoAccess &A : P.Accesses)
      if (A.Fifo == Fifo && A.IsWrite == Written)
        for (const CycleProgression &Part : A.Issues)
          Tokens += countOf(Part);
  return Tokens;
}

static bool increases(const CycleProgression &P) {
  uint64_t Width = 0; // of the levels inside
  for (size_t I = P.Levels.size(); I-- > 0;) {
    const ProgressionLevel &L = P.Levels[I];
    if (L.Count == 0 || (L.Count > 1 && L.Step <= Width))
      return false;
    Width += (L.Count - 1) * L.Step;
  }
  return true;
}

static std::optional<std::string>
checkAccess(const DataflowNetwork &N, uint32_t Process, const FifoAccess &A) {
  const std::string &Name = N.Processes[Process].Name;
  if (A.Fifo >= N.Fifos.size())
    return Name + ": no FIFO " + std::to_string(A.Fifo);
  uint64_t Last = 0;
  for (const CycleProgression &Part : A.Issues) {
    if (!increases(Part) || Part.First <= Last)
      return Name + ": the cycles of an access do not increase";
    Last = lastOf(Part);
  }
  if (Last + A.Stage >= N.Processes[Process].Cycles && !A.Issues.empty())
    return Name + ": an access behind the end";
  const std::string &FifoName = N.Fifos[A.Fifo].Name;
  if (userOf(N, A.Fifo, A.IsWrite) != Process)
    return FifoName + ": two processes " + (A.IsWrite ? "write" : "read") +
           " it";
  return std::nullopt;
}

std::optional<std::string> checkNetwork(const DataflowNetwork &N) {
  for (uint32_t P = 0; P < N.Processes.size(); ++P)
    for (const FifoAccess &A : N.Processes[P].Accesses)
      if (std::optional<std::string> Problem = checkAccess(N, P, A))
        return Problem;
  for (const Fifo &F : N.Fifos)
    if (F.Depth == 0 || F.Latency == 0)
      return F.Name + ": neither depth nor latency may be 0";
  for (const BufferedArray &A : N.Arrays) {
    bool IsKnown = A.Writer < N.Processes.size() && A.Buffers > 0;
    for (uint32_t Reader : A.Readers)
      IsKnown &= Reader < N.Processes.size() && Reader != A.Writer;
    if (!IsKnown)
      return A.Name + ": needs a writer, other readers and a buffer";
  }
  return std::nullopt;
}

} // namespace roofline

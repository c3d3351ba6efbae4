// One space for the kernels of a chain.
#include "roofline/Stream/ChainSpace.h"

#include <algorithm>
#include <cassert>

namespace roofline {

bool contains(const Box &Outer, const Box &Inner) noexcept {
  return intersection(Outer, Inner) == Inner;
}

Box hull(const Box &A, const Box &B) noexcept {
  Box Both;
  for (int D = 0; D < 3; ++D) {
    Both.Origin[D] = std::min(A.Origin[D], B.Origin[D]);
    Both.Size[D] = std::max(A.Origin[D] + A.Size[D], B.Origin[D] + B.Size[D]) -
                   Both.Origin[D];
  }
  return Both;
}

Box intersection(const Box &A, const Box &B) noexcept {
  Box Both;
  for (int D = 0; D < 3; ++D) {
    Both.Origin[D] = std::max(A.Origin[D], B.Origin[D]);
    int64_t End = std::min(A.Origin[D] + A.Size[D], B.Origin[D] + B.Size[D]);
    Both.Size[D] = std::max<int64_t>(0, End - Both.Origin[D]);
  }
  return Both;
}

Box moved(Box B, const Offset &Delta) noexcept {
  for (int D = 0; D < 3; ++D)
    B.Origin[D] += Delta[D];
  return B;
}

namespace {

/// Dimensions in which a stream has more than one element.
unsigned extent(const Stream &S) {
  return S.Window.Size[2] > 1 ? 3 : S.Window.Size[1] > 1 ? 2 : 1;
}

Offset minus(const Offset &A, const Offset &B) {
  return {A[0] - B[0], A[1] - B[1], A[2] - B[2]};
}

std::string rows(const Stream &S) {
  std::string Text = std::to_string(S.Window.Size[0]);
  return extent(S) == 3 ? Text + " x " + std::to_string(S.Window.Size[1])
                        : Text;
}

class Aligner {
public:
  Aligner(const std::vector<StreamKernel> &Kernels, ChainSpace &Out)
      : Kernels(Kernels), Out(Out) {}
  std::optional<ChainError> run();

private:
  std::optional<ChainError> place(const StreamKernel &K);
  template <typename UseFn>
  static void forEachStream(const StreamKernel &K, UseFn Use) {
    std::for_each(K.Inputs.begin(), K.Inputs.end(), Use);
    std::for_each(K.Outputs.begin(), K.Outputs.end(), Use);
  }
  const std::vector<StreamKernel> &Kernels;
  ChainSpace &Out;
};

std::optional<ChainError> Aligner::place(const StreamKernel &K) {
  std::optional<Offset> Shift;
  std::string By;
  std::optional<ChainError> Problem;
  forEachStream(K, [&](const Stream &S) {
    auto It = Out.Buffers.find(S.Name);
    if (Problem || It == Out.Buffers.end())
      return;
    auto Fail = [&](const std::string &Why) {
      Problem = ChainError{placeOf(K, S.Name), "'" + S.Name + "' " + Why};
    };
    Offset Here;
    if (It->second.Type != S.Type)
      return Fail("has elements of another type than before in the chain");
    if (std::optional<std::string> Why = shiftBetween(It->second, S, Here))
      return Fail(*Why);
    if (Shift && *Shift != Here)
      return Fail("is at another offset from the work-item than '" + By +
                  "' is, compared with the kernels before");
    Shift = Here;
    By = S.Name;
  });
  if (Problem)
    return Problem;
  if (!Shift && !Out.Shifts.empty())
    return ChainError{K.Loc, "kernel '" + K.Name +
                                 "' shares no buffer with those before it in "
                                 "the chain"};
  Out.Shifts.push_back(Shift.value_or(Offset{0, 0, 0}));
  forEachStream(K, [&](Stream S) {
    S.Window = moved(S.Window, Out.Shifts.back());
    auto [It, New] = Out.Buffers.emplace(S.Name, S);
    if (!New)
      growWindow(It->second, S);
  });
  return std::nullopt;
}

std::optional<ChainError> Aligner::run() {
  for (const StreamKernel &K : Kernels) {
    if (std::optional<ChainError> Problem = place(K))
      return Problem;
    Box Space = moved(K.Space, Out.Shifts.back());
    Box Active = moved(K.Active, Out.Shifts.back());
    bool First = Out.Shifts.size() == 1;
    Out.Space = First ? Space : hull(Out.Space, Space);
    Out.Active = First ? Active : hull(Out.Active, Active);
    Out.NumDimensions = std::max(Out.NumDimensions, K.NumDimensions);
  }
  Offset ToZero = minus({0, 0, 0}, Out.Space.Origin);
  Out.Space = moved(Out.Space, ToZero);
  Out.Active = moved(Out.Active, ToZero);
  for (Offset &Shift : Out.Shifts)
    Shift = minus(Shift, minus({0, 0, 0}, ToZero));
  for (auto &[Name, S] : Out.Buffers)
    S.Window = moved(S.Window, ToZero);
  return std::nullopt;
}

} // namespace

/// True where \p K writes all fields of the elements that it writes.
static bool writesWholeElements(const StreamKernel &K) {
  return std::all_of(K.Outputs.begin(), K.Outputs.end(),
                     [&](const OutputStream &O) {
                       return std::count_if(K.Outputs.begin(), K.Outputs.end(),
                                            [&](auto &Field) {
                                              return Field.Name == O.Name;
                                            }) == O.Fields;
                     });
}

std::optional<std::string> whyNotSingle(const StreamKernel &K,
                                        const Stream &S) {
  if (S.Fields > 1 && writesWholeElements(K))
    return "has elements that are vectors or structures; give each field a "
           "buffer of its own";
  if (S.Fields > 1)
    return "has " + std::to_string(S.Fields) +
           " elements for each position: those of a vector or a structure, or "
           "of a row with one column inside of its border. Give each field a "
           "buffer of its own, or the grid more columns";
  if (!S.Pitch)
    return std::nullopt;
  unsigned D = 0; // the fastest dimension with more than one position
  while (D < 2 && S.Window.Size[D] == 1)
    ++D;
  const int64_t Step = (*S.Pitch)[D], Next = D < 2 ? (*S.Pitch)[D + 1] : 0;
  if (Step > 1 && (Next == 0 || Next >= Step * S.Window.Size[D]))
    return "is walked along one element in " + std::to_string(Step) +
           " alone, as on a grid with one column inside of its border; walk "
           "along whole rows";
  return "comes in another order than in memory; walk along its rows, element "
         "by element";
}

std::optional<std::string> shiftBetween(const Stream &Known, const Stream &S,
                                        Offset &Shift) {
  unsigned Dimensions = std::max(extent(Known), extent(S));
  int64_t Pitch = 1;
  for (unsigned D = 0; D + 1 < Dimensions; ++D) {
    if (Known.Window.Size[D] != S.Window.Size[D])
      return "is walked in rows of " + rows(S) +
             " elements, before in rows of " + rows(Known);
    Pitch *= S.Window.Size[D];
  }
  int64_t Elements = int64_t(S.FirstElement) - int64_t(Known.FirstElement);
  if (Elements % Pitch != 0)
    return "is walked in rows that begin at other elements than before";
  Shift = minus(Known.Window.Origin, S.Window.Origin);
  Shift[Dimensions - 1] += Elements / Pitch;
  return std::nullopt;
}

void growWindow(Stream &S, const Stream &More) noexcept {
  S.Window = hull(S.Window, More.Window);
  S.FirstElement = std::min(S.FirstElement, More.FirstElement);
}

SourceLocation placeOf(const StreamKernel &K, std::string_view Buffer) {
  for (const DatapathNode &N : K.Nodes)
    if (N.Op == DatapathOp::Input && K.Inputs[N.Value].Name == Buffer && N.Loc)
      return N.Loc;
  return K.Loc;
}

std::optional<ChainError>
findChainSpace(const std::vector<StreamKernel> &Kernels, ChainSpace &Out) {
  assert(!Kernels.empty() && "a chain has a kernel");
  return Aligner(Kernels, Out).run();
}

} // namespace roofline

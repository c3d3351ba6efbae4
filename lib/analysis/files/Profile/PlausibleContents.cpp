// Contents of buffers whose integers are indices into others.
#include "roofline/Profile/RunKernel.h"

#include "llvm/ADT/STLExtras.h"

#include <random>

using namespace llvm;

namespace roofline {
namespace {

/// The use of one buffer's words in a kernel.
class BufferUse {
public:
  BufferUse(const KernelSummary &K, StringRef Buffer)
      : K(K), Buffer(Buffer), IsMadeOfIt(K.Operations.size()) {
    for (size_t I = 0; I < K.Operations.size(); ++I) {
      const Operation &O = K.Operations[I];
      const MemoryAccess *A = O.Access ? &K.Accesses[*O.Access] : nullptr;
      // Another buffer's word is what that one holds.
      IsMadeOfIt[I] = A && A->K == MemoryAccess::Kind::Read ? A->Base == Buffer
                                                            : hasPart(O);
    }
  }

  /// [element] The smallest of the buffers that its words index; 0: none.
  uint64_t leastIndexed(const BufferFills &Sizes) const {
    uint64_t Least = 0;
    for (const Operation &O : K.Operations) {
      // The address is a store's last operand.
      if (!O.Access || O.Operands.empty() || !isOfData(K.Accesses[*O.Access]) ||
          !(K.Accesses[*O.Access].K == MemoryAccess::Kind::Write
                ? IsMadeOfIt[O.Operands.back()]
                : hasPart(O)))
        continue;
      auto Size = Sizes.find(K.Accesses[*O.Access].Base);
      if (Size != Sizes.end() && Size->second.Elements)
        Least = Least ? std::min(Least, Size->second.Elements)
                      : Size->second.Elements;
    }
    return Least;
  }

  /// True where an iteration reads a word and the next one, as the end of a row
  /// and that of the row behind it.
  bool readsNeighbours() const {
    return any_of(K.Accesses, [&](const MemoryAccess &A) {
      return any_of(K.Accesses, [&](const MemoryAccess &B) {
        return A.Base == Buffer && B.Base == Buffer && A.Index && B.Index &&
               constantDistance(*A.Index, *B.Index) == int64_t(A.NumBytes);
      });
    });
  }

private:
  const KernelSummary &K;
  StringRef Buffer;
  std::vector<bool> IsMadeOfIt; ///< by operation

  bool hasPart(const Operation &O) const {
    return any_of(O.Operands, [&](uint32_t Part) { return IsMadeOfIt[Part]; });
  }
  static bool isOfData(const MemoryAccess &A) {
    return !A.Index || !A.Index->IrregularAlong.empty();
  }
};

/// Random numbers below \p Below; or ascending from 0 to it.
std::vector<uint64_t> indices(uint64_t Elements, uint64_t Below, bool Ascends) {
  std::mt19937_64 Random(Elements);
  std::vector<uint64_t> Words(Elements);
  for (uint64_t &W : Words)
    W = Random() % (Below + Ascends);
  if (Ascends) {
    llvm::sort(Words);
    Words.front() = 0;
    Words.back() = Below;
  }
  return Words;
}

} // namespace

std::vector<std::string> makePlausible(const KernelSummary &Kernel,
                                       ProfilerRun &Run) {
  std::vector<std::string> Notes;
  for (const KernelArg &A : Kernel.Args) {
    auto Fill = Run.Buffers.find(A.Name);
    const ValueType Word = {ScalarKind::Int, A.Element.Bits, 1};
    if (Fill == Run.Buffers.end() || A.Element != Word ||
        Fill->second.K != BufferFill::Kind::Random || Fill->second.Below)
      continue;
    const BufferUse Use(Kernel, A.Name);
    const uint64_t Below = Use.leastIndexed(Run.Buffers);
    if (!Below)
      continue;
    const bool Ascends = Use.readsNeighbours() && Fill->second.Elements > 1;
    Run.Contents[A.Name] = indices(Fill->second.Elements, Below, Ascends);
    const std::string Most = std::to_string(Below);
    Notes.push_back("buffer " + A.Name +
                    (Ascends ? " ascends from 0 to " + Most
                             : " holds random indices below " + Most) +
                    "; other contents: --buffer " + A.Name + "=@FILE");
  }
  return Notes;
}

} // namespace roofline

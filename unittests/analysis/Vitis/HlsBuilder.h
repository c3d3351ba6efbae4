// C++ kernels made by hand, for tests of the model `vitis`.
#ifndef ROOFLINE_UNITTESTS_VITIS_HLSBUILDER_H
#define ROOFLINE_UNITTESTS_VITIS_HLSBUILDER_H

#include "roofline/Kernel/KernelSummary.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace roofline {

inline constexpr ValueType Double{ScalarKind::Float, 64, 1};

class HlsBuilder {
public:
  explicit HlsBuilder(KernelSummary &K, ValueType Type = Double)
      : K(K), Type(Type) {
    K.IsHls = true;
  }

  uint32_t loop(const char *Label, std::optional<uint32_t> Parent, Expr Trip,
                uint32_t Line) {
    Loop L;
    L.Name = L.Label = Label;
    L.Parent = Parent;
    L.Trip.K = TripCount::Kind::Exact;
    L.Trip.Count = std::move(Trip);
    L.Loc.Line = Line;
    K.Loops.push_back(std::move(L));
    return uint32_t(K.Loops.size() - 1);
  }
  uint32_t block(Guard When = {}) {
    K.Blocks.push_back({uint32_t(K.Operations.size()), 0, std::move(When)});
    return node(Node::Kind::Block, uint32_t(K.Blocks.size() - 1), {});
  }
  uint32_t op(const char *Name, std::vector<uint32_t> Operands) {
    Operation O;
    O.Name = Name;
    O.Type = Type;
    O.Operands = std::move(Operands);
    O.Loc.Line = uint32_t(K.Blocks.size());
    K.Operations.push_back(std::move(O));
    ++K.Blocks.back().NumOperations;
    return uint32_t(K.Operations.size() - 1);
  }
  /// An access of a double at \p Offset bytes plus \p Terms.
  uint32_t access(const char *Name, const char *Array, int64_t Offset,
                  std::vector<std::pair<uint32_t, int64_t>> Terms,
                  std::vector<uint32_t> Operands = {}) {
    MemoryAccess A;
    A.Space = AddressSpace::Private;
    bool IsStore = std::string_view(Name) == "store";
    A.K = IsStore ? MemoryAccess::Kind::Write : MemoryAccess::Kind::Read;
    A.Base = Array;
    A.Type = Type;
    A.NumBytes = Type.Bits / 8;
    A.Index.emplace();
    A.Index->Offset = Expr::constant(Offset);
    for (auto [L, Bytes] : Terms)
      A.Index->Terms.push_back({symbolOfLoop(L), Expr::constant(Bytes)});
    A.BlockId = uint32_t(K.Blocks.size() - 1);
    uint32_t Op = op(Name, std::move(Operands));
    K.Operations[Op].Access = uint32_t(K.Accesses.size());
    K.Accesses.push_back(std::move(A));
    return Op;
  }
  /// Copies of \p Bytes of each array, as memcpy makes them.
  uint32_t copies(std::vector<const char *> Arrays, uint32_t Bytes) {
    uint32_t Result = block();
    for (const char *Array : Arrays) {
      access("store", Array, 0, {});
      K.Accesses.back().Type = {};
      K.Accesses.back().NumBytes = Bytes;
    }
    return Result;
  }
  uint32_t node(Node::Kind Kind, uint32_t Index,
                std::vector<uint32_t> Children) {
    Node N;
    N.K = Kind;
    N.Index = Index;
    N.Children = std::move(Children);
    K.Nodes.push_back(std::move(N));
    return uint32_t(K.Nodes.size() - 1);
  }
  void array(const char *Name, std::vector<uint64_t> Dimensions,
             bool IsArgument = false) {
    Memory M;
    M.Name = Name;
    M.Element = Type;
    M.IsArgument = IsArgument;
    M.Dimensions = std::move(Dimensions);
    K.Memories.push_back(std::move(M));
  }
  void carry(uint32_t L, uint32_t Producer, uint32_t Phi) {
    K.Loops[L].Dependences.push_back(
        {CarriedDependence::Kind::Register, Producer, Phi, 1});
  }

private:
  KernelSummary &K;
  ValueType Type; ///< of all operations and elements
};

inline void direct(KernelSummary &K, const char *Name, uint32_t Loop,
                   std::vector<Directive::Option> Options = {}) {
  Directive D;
  D.Name = Name;
  D.Loop = Loop;
  D.Options = std::move(Options);
  K.Directives.push_back(std::move(D));
}

} // namespace roofline

#endif

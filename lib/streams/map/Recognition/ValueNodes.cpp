// Values of LLVM IR as nodes of a datapath, for code that is no stream.
#include "roofline/Recognition/ValueNodes.h"

#include "DatapathBuilder.h"

using namespace llvm;

namespace roofline {

struct ValueNodes::Impl {
  Impl(StreamKernel &Graph, Function &F, Function &Original, LoadNode Load)
      : Body(bodyOf(F, Original)),
        Forms({1, 1, 1}, DenseMap<const Value *, IndexVariable>(), *Body.DT,
              F.getDataLayout()),
        Builder(Graph, Body, Forms, {0, 0, 0}, {0, 1, 2}, std::move(Load)) {}

  /// A body of no loops: all of \p F.
  static StreamBody bodyOf(Function &F, Function &Original) {
    StreamBody B;
    B.F = &F;
    B.Kernel = &Original;
    B.NumDimensions = 0;
    B.DT = std::make_unique<DominatorTree>(F);
    B.LI = std::make_unique<LoopInfo>(*B.DT);
    B.Header = &F.getEntryBlock();
    return B;
  }

  StreamBody Body;
  IndexForms Forms;
  DatapathBuilder Builder;
};

ValueNodes::ValueNodes(StreamKernel &Graph, Function &F, Function &Original,
                       LoadNode Load)
    : I(std::make_unique<Impl>(Graph, F, Original, std::move(Load))) {}
ValueNodes::~ValueNodes() = default;

void ValueNodes::define(const Value *V, uint32_t Node) {
  I->Builder.define(V, Node);
}
uint32_t ValueNodes::node(const Value *V) { return I->Builder.node(V); }
std::optional<uint32_t> ValueNodes::runs(const BasicBlock *B) {
  return I->Builder.runs(B);
}
uint32_t ValueNodes::add(DatapathOp Op, ValueType Type,
                         std::vector<uint32_t> Operands, const Value *Place,
                         uint64_t Value) {
  return I->Builder.add(Op, Type, std::move(Operands), Place, Value);
}
uint32_t ValueNodes::constant(ValueType Type, uint64_t Bits) {
  return I->Builder.constant(Type, Bits);
}
uint32_t ValueNodes::fail(const Value *Place, const Twine &Text) {
  return I->Builder.fail(Place, Text);
}
bool ValueNodes::failed() const { return I->Builder.failed(); }
Error ValueNodes::takeError() { return I->Builder.problem(); }

} // namespace roofline

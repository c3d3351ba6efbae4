// Translates LLVM values to nodes of a datapath; branches become selections.
#ifndef ROOFLINE_LIB_RECOGNITION_DATAPATHBUILDER_H
#define ROOFLINE_LIB_RECOGNITION_DATAPATHBUILDER_H

#include "roofline/Nest/StreamBody.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstrTypes.h"

#include <functional>
#include <map>

namespace roofline {

constexpr const char *RowsCarry =
    "a value that one row leaves to the next: a datapath keeps what one "
    "position leaves to the next";

constexpr ValueType Bit = {ScalarKind::Int, 1, 1}; ///< of a condition

/// Adds nodes to a StreamKernel. After failed(), problem() names the value that
/// nodes cannot express, and node numbers have no meaning.
class DatapathBuilder {
public:
  using LoadNode = std::function<uint32_t(const llvm::LoadInst &)>;

  /// \p Load gives the node of a load. \p Origin is the position of the first
  /// iteration, by dimension of the loops. \p SpaceDimension maps dimensions of
  /// the loops to those of \p K, whose Space and Active are set.
  DatapathBuilder(StreamKernel &K, StreamBody &Body, IndexForms &Forms,
                  std::array<int64_t, 3> Origin,
                  std::array<unsigned, 3> SpaceDimension, LoadNode Load);

  /// Returns a builder of nodes in \p Finish for the code behind the loops. A
  /// value of the loops has a node there only after define().
  DatapathBuilder behind(StreamKernel &Finish, LoadNode Load) const;
  void define(const llvm::Value *V, uint32_t Node) { Known[V] = Node; }

  uint32_t node(const llvm::Value *V);
  /// Condition under which \p B runs in an iteration; nothing: always.
  std::optional<uint32_t> runs(const llvm::BasicBlock *B);
  /// Condition under which an iteration goes from \p From to \p To; nothing:
  /// always.
  std::optional<uint32_t> edgeTaken(const llvm::BasicBlock *From,
                                    const llvm::BasicBlock *To);
  uint32_t negate(uint32_t Bit);
  uint32_t add(DatapathOp Op, ValueType Type, std::vector<uint32_t> Operands,
               const llvm::Value *Place = nullptr, uint64_t Value = 0,
               Offset Tap = {0, 0, 0});
  uint32_t constant(ValueType Type, uint64_t Bits);
  /// Node of the bits of \p Node, as an integer.
  uint32_t bits(uint32_t Node);
  /// Node of the kernel's scalar \p Name, which is added where it is new.
  uint32_t scalar(llvm::StringRef Name, ValueType Type,
                  const llvm::Value *Place = nullptr);
  /// Where the loop of dimension \p D is in the space.
  uint32_t place(unsigned D);
  /// Node for \p Node of \p Loops, which no data goes into, at \p Places, nodes
  /// by dimension of the space; none: there is one place.
  uint32_t again(const StreamKernel &Loops, uint32_t Node,
                 const std::array<std::optional<uint32_t>, 3> &Places);
  /// Node of the comparison of two nodes.
  uint32_t compare(llvm::CmpInst::Predicate P, uint32_t L, uint32_t R,
                   const llvm::Value *Place);
  /// True when one bit is the complement of the other.
  bool areOpposite(uint32_t L, uint32_t R) const;
  /// Node that is 1 when the index of loop dimension \p D is in [First, Last].
  uint32_t isWithin(unsigned D, int64_t First, int64_t Last);
  /// Sets the values of the recurrences that nodes so far have read.
  void completeRecurrences();
  uint32_t fail(const llvm::Value *Place, const llvm::Twine &Text);
  bool failed() const { return Failed; }
  llvm::Error problem();

private:
  ValueType positionType(unsigned D) const;
  uint32_t build(const llvm::Value *V);
  uint32_t buildInstruction(const llvm::Instruction &I);
  uint32_t buildBinary(const llvm::BinaryOperator &I);
  uint32_t buildCast(const llvm::CastInst &I);
  uint32_t buildCompare(const llvm::CmpInst &I);
  uint32_t compareFloats(llvm::CmpInst::Predicate P, uint32_t L, uint32_t R,
                         const llvm::Value *Place);
  uint32_t buildCall(const llvm::CallBase &I);
  std::optional<uint32_t> funnelShift(const llvm::CallBase &I, ValueType Type);
  uint32_t saturated(const llvm::CallBase &I, bool Signed, DatapathOp Op);
  uint32_t buildJoin(const llvm::PHINode &Phi);
  uint32_t buildDelayed(const llvm::PHINode &Phi, const DelayedValue &Delayed);
  uint32_t buildCarried(const llvm::PHINode &Phi);
  uint32_t buildReturning(const llvm::PHINode &Phi,
                          const DelayedValue &Returning);
  std::optional<uint32_t> openRecurrence(const llvm::PHINode &Phi,
                                         const llvm::Value &After,
                                         int64_t Distance);
  uint32_t chooseFirsts(const llvm::PHINode &Phi, const DelayedValue &Value,
                        uint32_t Later);
  uint32_t earlier(uint32_t Node, int64_t Distance);
  uint32_t index(const llvm::Value &V, const IndexVariable &Variable);
  std::optional<int64_t> fixedNumber(const llvm::Value *V);
  std::optional<uint32_t> both(std::optional<uint32_t> L,
                               std::optional<uint32_t> R);
  uint32_t argument(const llvm::Argument &A);

  StreamKernel &K;
  StreamBody &Body;
  IndexForms &Forms;
  std::array<int64_t, 3> Origin;
  std::array<unsigned, 3> SpaceDimension;
  LoadNode Load;
  llvm::PostDominatorTree PDT;
  llvm::DenseMap<const llvm::Value *, uint32_t> Known;
  llvm::DenseMap<const llvm::BasicBlock *, std::optional<uint32_t>> Runs;
  std::map<std::tuple<DatapathOp, unsigned, unsigned, std::vector<uint32_t>,
                      uint64_t, Offset>,
           uint32_t>
      Unique;
  /// Recurrences without a value, and what they take; nodes that read them.
  std::vector<std::pair<uint32_t, const llvm::Value *>> OpenRecurrences;
  llvm::DenseMap<const llvm::PHINode *, uint32_t> Carried;
  /// Delayed values under construction.
  llvm::SmallPtrSet<const llvm::Value *, 4> Open;
  std::map<std::pair<uint32_t, int64_t>, uint32_t> Earlier; ///< see earlier()
  bool IsBehind = false; ///< behind the loops
  bool Failed = false;
  std::string Problem;
  const llvm::Value *ProblemAt = nullptr;
};

/// True where an element of a stream, or what another position left, goes into
/// \p Node of \p K.
bool varies(const StreamKernel &K, uint32_t Node);

/// int of 1 to 64 bits, half, float or double; nothing for other types.
std::optional<ValueType> streamType(const llvm::Type *T);

} // namespace roofline

#endif

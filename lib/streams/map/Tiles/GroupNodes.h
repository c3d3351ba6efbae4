// Values of work-items as expressions of global elements.
#ifndef ROOFLINE_LIB_TILES_GROUPNODES_H
#define ROOFLINE_LIB_TILES_GROUPNODES_H

#include "GroupForm.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace llvm {
class Type;
class Value;
} // namespace llvm

namespace roofline {

/// A value of one work-item in each group of a box.
struct GroupNode {
  enum KindOf : uint8_t {
    Undefined, ///< read from unwritten memory
    Opaque,    ///< unknown because of V
    Literal,   ///< a constant, or an argument that the launch does not bind
    Index,     ///< Form
    Address,   ///< V + Form [byte]
    Load,      ///< element at an address
    Operation, ///< result of instruction V on Operands
  };
  KindOf Kind = Undefined;
  bool IsData = true; ///< depends on more than ids and group
  const llvm::Value *V = nullptr;
  llvm::Type *Type = nullptr;
  GroupForm Form;
  llvm::SmallVector<uint32_t, 3> Operands;
  bool operator==(const GroupNode &) const = default;
};

/// Cut of a box; its second part begins with group Index of dimension D.
struct GroupCut {
  unsigned D = 0;
  int64_t Index = 0;
};

/// Table of nodes; equal nodes have one number.
class GroupNodes {
public:
  uint32_t add(GroupNode N);
  const GroupNode &operator[](uint32_t N) const { return Nodes[N]; }

  /// Records the first reader of element \p Node of a buffer, for messages.
  void setReader(uint32_t Node, const llvm::Value *Reader) {
    Readers.try_emplace(Node, Reader);
  }
  const llvm::Value *reader(uint32_t Node) const {
    return Readers.lookup(Node);
  }

  /// The choice that a condition makes by a value.
  using Choice = llvm::function_ref<int64_t(int64_t)>;

  /// Cut of \p Box, of more than one group, after which \p Node, which is no
  /// data, is a linear form in each part; or what it chooses is one for all.
  /// Each node that is evaluated for a group is one of \p Steps.
  GroupCut cutFor(uint32_t Node, const GroupBox &Box, Choice Chosen,
                  uint64_t &Steps) const;

private:
  std::vector<GroupNode> Nodes;
  llvm::DenseMap<uint32_t, const llvm::Value *> Readers;
  static constexpr uint32_t None = ~uint32_t(0);
  llvm::DenseMap<uint64_t, uint32_t> ByHash; ///< the newest node
  std::vector<uint32_t> OlderOfHash;         ///< by node; or None
};

} // namespace roofline

#endif

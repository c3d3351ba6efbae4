// Local and private memory of the work-items of a group.
#ifndef ROOFLINE_LIB_TILES_GROUPMEMORY_H
#define ROOFLINE_LIB_TILES_GROUPMEMORY_H

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>

namespace llvm {
class Type;
class Value;
} // namespace llvm

namespace roofline {

/// Cells that the work-items of a group share. A phase is the code between two
/// barriers; within it the order of the work-items must not matter.
class LocalMemory {
public:
  /// Value that \p Item reads at \p Offset [byte] of \p Object; no node: never
  /// written. Problem says why the order of work-items matters.
  struct Answer {
    std::optional<uint32_t> Node;
    const char *Problem = nullptr;
  };
  Answer read(const llvm::Value *Object, int64_t Offset, llvm::Type *T,
              uint32_t Item, unsigned Phase);
  /// Writes a cell; returns null, or why the order of work-items matters.
  const char *write(const llvm::Value *Object, int64_t Offset, llvm::Type *T,
                    uint32_t Node, uint32_t Item, unsigned Phase);

private:
  static constexpr uint32_t Nobody = std::numeric_limits<uint32_t>::max(),
                            Several = Nobody - 1;
  struct Cell {
    std::optional<uint32_t> Node;
    llvm::Type *Type = nullptr;
    unsigned Written = 0, Read = 0; ///< phase
    uint32_t Writer = Nobody, Reader = Nobody;
  };
  llvm::DenseMap<std::pair<const llvm::Value *, int64_t>, Cell> Cells;
};

/// Variables of one work-item; absent cells are unknown.
class PrivateMemory {
public:
  std::optional<uint32_t> read(const llvm::Value *Object, int64_t Offset,
                               const llvm::Type *T) const;
  void write(const llvm::Value *Object, int64_t Offset, llvm::Type *T,
             uint64_t Bytes, uint32_t Node);
  void forget(const llvm::Value *Object);

private:
  struct Cell {
    uint32_t Node = 0;
    llvm::Type *Type = nullptr;
    uint64_t Bytes = 0;
  };
  std::map<const llvm::Value *, std::map<int64_t, Cell>> Objects;
};

} // namespace roofline

#endif

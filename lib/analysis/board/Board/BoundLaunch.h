// A launch's closed forms as short programs over ids and loop counters.
//
/// \file
/// Compiles the conditions, trip counts and addresses of a kernel under a
/// launch. Placing a work-item sets the ids that they read.
#ifndef ROOFLINE_LIB_BOARD_BOUNDLAUNCH_H
#define ROOFLINE_LIB_BOARD_BOUNDLAUNCH_H

#include "CompiledExpr.h"

#include "roofline/Board/Mechanisms.h"
#include "roofline/Hpca16/Bind.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace roofline {

struct CompiledGuard {
  CompiledExpr Form;
  bool Always = true;
  double Share = 1; ///< measured share of the executions that Form permits
};

struct CompiledTrip {
  CompiledExpr Count;
  std::optional<double> Mean; ///< [iteration] given mean; wins over Count
};

struct CompiledAccess {
  uint32_t Access = 0; ///< index into KernelSummary::Accesses
  CompiledExpr Address;
  bool IsIrregular = false;
  std::vector<uint32_t> Along; ///< slots that an irregular address depends on
  /// [byte] Step of the address per id; nothing when it varies.
  std::array<std::optional<int64_t>, 9> IdSteps;
};

/// Most copies of one block that are kept apart.
constexpr uint64_t MostCopies = 4096;

/// One copy of unrolled loops: the number that it adds to each loop's counter.
/// Holds the loops that it moves alone, at most those around one block: kernels
/// have thousands of loops side by side.
class LoopCopy {
public:
  struct Step {
    uint32_t Loop;
    int64_t Number;
  };

  void set(uint32_t Loop, int64_t Number) { Steps.push_back({Loop, Number}); }
  int64_t operator[](uint32_t Loop) const {
    for (const Step &S : Steps)
      if (S.Loop == Loop)
        return S.Number;
    return 0;
  }
  auto begin() const { return Steps.begin(); }
  auto end() const { return Steps.end(); }

private:
  std::vector<Step> Steps;
};

class BoundLaunch {
public:
  /// Slots of the symbols' values: ids by dimension, then loops.
  enum Slots : uint32_t { GlobalId = 0, LocalId = 3, GroupId = 6, LoopId = 9 };

  BoundLaunch(const BoundKernel &Bound, const Launch &L,
              const BoardMechanisms &With);

  const KernelSummary &Kernel;
  std::array<uint64_t, 3> GroupSize{1, 1, 1}, NumGroups{1, 1, 1};
  uint64_t ItemsPerGroup = 1, TotalGroups = 1;
  double Sdk = 0;                              ///< BoundKernel::Sdk
  std::vector<std::optional<uint32_t>> LoopOf; ///< innermost loop, by block
  /// Blocks directly inside each loop; the last list: in no loop.
  std::vector<std::vector<uint32_t>> BlocksOf;
  std::vector<CompiledGuard> BlockGuards, LoopGuards;
  std::vector<CompiledTrip> Trips;
  std::vector<CompiledAccess> Accesses;
  std::vector<std::vector<uint32_t>> AccessesOf; ///< by block, ascending
  std::vector<uint32_t> BoundOf; ///< index into BoundKernel::Blocks, by block
  std::set<std::string, std::less<>> Written; ///< bases that are not only read

  /// Sets the ids of work-item \p Item, counted from group \p FirstGroup on;
  /// false when the NDRange has no such work-item.
  bool place(uint64_t FirstGroup, uint64_t Item);
  using Ids = std::array<int64_t, LoopId>;
  /// The ids of the work-item placed last; place() sets them again.
  Ids ids() const {
    Ids Result;
    std::copy_n(Values.begin(), LoopId, Result.begin());
    return Result;
  }
  void place(const Ids &Item) {
    std::copy(Item.begin(), Item.end(), Values.begin());
  }
  /// Places no work-item, in the first iteration of all loops.
  void unplace() { std::fill(Values.begin(), Values.end(), 0); }
  void setLoop(uint32_t Id, int64_t Iteration) {
    Values[LoopId + Id] = Iteration;
  }

  /// The copies of \p Block that \p D makes by unrolling the loops around it.
  std::vector<LoopCopy> copiesOf(uint32_t Block, const Design &D) const;

  /// Moves the counters to the copy \p Copy, or with \p Direction -1 back.
  void move(const LoopCopy &Copy, int64_t Direction);

  /// True when all work-items run loop \p Id for the same number of iterations.
  bool isUniform(uint32_t Id) const;

  // For the work-item placed last:
  int64_t addressOf(const CompiledAccess &A) const;
  int64_t addressOf(const CompiledAccess &A, const LoopCopy &Copy);
  /// [byte] Distance of the addresses of \p A in two work-items whose ids
  /// differ by \p Apart; nothing when it depends on the work-item.
  std::optional<int64_t> stepOf(const CompiledAccess &A,
                                const Ids &Apart) const;
  bool runs(const CompiledGuard &G) const {
    return G.Always || G.Form(Values.data()) > 0;
  }
  /// [iteration] Trip count; \p Item selects the rounding of a mean.
  int64_t tripOf(uint32_t Loop, uint64_t Item) const;

  /// True when ids or data decide whether \p Block runs.
  bool isOfWorkItem(uint32_t Block) const;

private:
  void findSizes();
  void placeBlocks(uint32_t Node, size_t Around);
  std::optional<uint32_t> slotOf(std::string_view Symbol) const;
  std::optional<CompiledExpr> compile(const Expr &E) const;
  CompiledGuard compile(const Guard &When) const;
  void bindShares(const BoundKernel &Bound);
  CompiledTrip compileTrip(const Loop &Source) const;
  CompiledAccess compileAccess(uint32_t Id) const;
  static bool readsIds(const CompiledExpr &E);

  const Launch &L;
  const BoardMechanisms With;
  SymbolValue Symbols;
  std::vector<int64_t> Values; ///< by Slots
};

} // namespace roofline

#endif

// The search for a cover: cuts of each node, and which of them are chosen.
#ifndef ROOFLINE_LIB_GATES_LUTCOVER_H
#define ROOFLINE_LIB_GATES_LUTCOVER_H

#include "roofline/Gates/LutMapping.h"

namespace roofline {

/// Nodes that separate a node from the inputs.
struct LeafCut {
  uint64_t Sign = 0; ///< one bit of 64 for each leaf
  float Area = 0;
  float Delay = 0;
  float LeafUses = 0; ///< mean of the leaves' readers
  uint32_t Size = 0;
  std::array<uint32_t, MaxLutInputs> Leaves; ///< ascending
};

class LutCover {
public:
  LutCover(const GateNetwork &Network, const LutTarget &Target);

  /// Finds the cover of least levels, and returns these.
  float leastLevels();
  /// Runs the other passes: no output need be earlier than \p Levels.
  void search(float Levels);
  bool isRoot(uint32_t Node) const {
    return Net.nodes()[Node].isGate() && Uses[Node] > 0;
  }
  const LeafCut &cutOf(uint32_t Node) const { return Best[Node]; }

private:
  static constexpr uint32_t MaxCuts = 8;
  /// Goal of a pass: few levels, or small area. Area flow spreads the area of a
  /// leaf over its readers; exact area counts it. The first three passes only
  /// try.
  enum class Goal { Levels, LevelsThenArea, TrialArea, AreaFlow, ExactArea };

  /// Cuts of one node, best first; the last is the node itself.
  struct CutList {
    uint32_t Size = 0;
    std::array<LeafCut, MaxCuts + 1> Cuts;
  };

  void runPass(Goal G);
  void chooseCut(uint32_t Node, Goal G);
  void joinCuts(uint32_t Node, Goal G, CutList &To);
  bool merge(const LeafCut &A, const LeafCut &B, LeafCut &To) const;
  bool priced(LeafCut &C, Goal G, float Required);
  static bool hasSubset(const CutList &To, const LeafCut &C);
  void insert(CutList &To, Goal G) const;
  void noteState(uint32_t Node);
  bool isBetter(const LeafCut &A, const LeafCut &B, Goal G) const;
  float addUses(const LeafCut &C);
  float dropUses(const LeafCut &C);
  void setTrivial(uint32_t Node, CutList &To) const;
  void updateCover();
  void growCuts();
  void growCut(uint32_t Node);
  void markCone(uint32_t Node);
  bool replaceLeaf(bool MayGrow);
  float costOf(uint32_t Size) const;

  const GateNetwork &Net;
  const LutTarget &Target;
  std::vector<CutList> Lists;
  std::vector<LeafCut> Best;
  struct NodeState {
    float Arrival = 0, Flow = 0; ///< Flow: area for each reader
  };
  std::vector<NodeState> States;
  std::vector<uint32_t> Uses; ///< readers in the cover
  std::vector<float> EstimatedUses;
  std::vector<float> Required;
  float NeededBy = 0;                  ///< level of the latest output
  std::vector<uint32_t> Front, Inside; ///< growCut(): leaves, nodes with marks
  std::vector<char> IsMarked;
};

} // namespace roofline

#endif

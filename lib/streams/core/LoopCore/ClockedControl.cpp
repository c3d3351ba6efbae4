// Moves what clocked units compute from control to leaves.
#include "roofline/LoopCore/ClockedControl.h"

#include "roofline/Core/StreamUnits.h"

#include <algorithm>
#include <map>

namespace roofline {
namespace {

class ControlMover {
public:
  explicit ControlMover(LoopKernel &K) : K(K) {
    const StreamKernel &Graph = K.Control.Graph; // operands come first
    for (uint32_t N = 0; N < Graph.Nodes.size(); ++N)
      IsClocked.push_back(
          operatorUnit(Graph, N).Kind == UnitKind::Float ||
          std::ranges::any_of(Graph.Nodes[N].Operands,
                              [&](uint32_t O) { return IsClocked[O]; }));
  }

  void run() {
    LoopRegion Root;
    Root.Children.push_back(std::move(K.Root));
    visit(Root);
    K.Root = std::move(Root);
  }

private:
  LoopKernel &K;
  std::vector<bool> IsClocked; ///< by node of control
  LoopLeaf Mover; ///< computes what has been moved since the last leaf
  std::map<uint32_t, uint32_t> Copies; ///< nodes of Mover by those of control

  uint32_t copy(uint32_t Node) {
    if (auto It = Copies.find(Node); It != Copies.end())
      return It->second;
    DatapathNode New = K.Control.Graph.Nodes[Node];
    for (uint32_t &O : New.Operands)
      O = copy(O);
    StreamKernel &Graph = Mover.Body.Graph;
    if (New.Op == DatapathOp::Argument) {
      Graph.Scalars.push_back(K.Control.Graph.Scalars[New.Value]);
      Mover.Body.Sources.push_back(K.Control.Sources[New.Value]);
      New.Value = Graph.Scalars.size() - 1;
    }
    Graph.Nodes.push_back(std::move(New));
    return Copies[Node] = uint32_t(Graph.Nodes.size() - 1);
  }

  /// Makes \p Node, if a clocked unit computes it, one of a variable.
  void move(uint32_t &Node) {
    if (!IsClocked[Node])
      return;
    const ValueType Type = K.Control.Graph.Nodes[Node].Type;
    const auto V = uint32_t(K.Variables.size());
    const std::string Name = "clocked" + std::to_string(V);
    K.Variables.push_back({Name, Type});
    Mover.Results.push_back({V, copy(Node)});
    StreamKernel &Control = K.Control.Graph;
    Control.Scalars.push_back({"#" + Name, Type, {}});
    K.Control.Sources.push_back({LoopSourceKind::Variable, V});
    Control.Nodes.push_back(
        {DatapathOp::Argument, Type, {}, Control.Scalars.size() - 1, {}, {}});
    IsClocked.push_back(false);
    Node = uint32_t(Control.Nodes.size() - 1);
  }
  void move(std::optional<uint32_t> &Node) {
    if (Node)
      move(*Node);
  }

  void flush(std::vector<LoopRegion> &Children, const SourceLocation &Loc,
             uint32_t Process) {
    if (Mover.Results.empty())
      return;
    Mover.Loc = Loc;
    Mover.Process = Process;
    LoopRegion R;
    R.K = LoopRegion::Kind::Leaf;
    R.Index = uint32_t(K.Leaves.size());
    K.Leaves.push_back(std::move(Mover));
    Children.push_back(std::move(R));
    Mover = LoopLeaf();
    Copies.clear();
  }

  /// What \p R takes where it is entered.
  void moveEntry(const LoopRegion &R) {
    if (R.K == LoopRegion::Kind::Leaf) {
      move(K.Leaves[R.Index].Guard);
      for (LoopTrips &T : K.Leaves[R.Index].Levels)
        move(T.Last);
    } else if (R.K == LoopRegion::Kind::Loop) {
      OuterLoop &L = K.Loops[R.Index];
      move(L.Guard);
      move(L.Trips.Last);
      for (OuterCarried &C : L.Carried)
        move(C.Initial);
    }
  }

  void visit(LoopRegion &R) {
    const uint32_t Process = processOf(K, R);
    std::vector<LoopRegion> Children;
    for (LoopRegion &Child : R.Children) {
      moveEntry(Child);
      flush(Children,
            Child.K == LoopRegion::Kind::Leaf ? K.Leaves[Child.Index].Loc
                                              : K.Loc,
            processOf(K, Child));
      visit(Child);
      Children.push_back(std::move(Child));
    }
    if (R.K == LoopRegion::Kind::Loop) {
      move(K.Loops[R.Index].Continue);
      for (OuterCarried &C : K.Loops[R.Index].Carried)
        move(C.Next);
      flush(Children, K.Loops[R.Index].Loc, Process);
    }
    R.Children = std::move(Children);
  }
};

} // namespace

void moveClockedControl(LoopKernel &K) { ControlMover(K).run(); }

} // namespace roofline

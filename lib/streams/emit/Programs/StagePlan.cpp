// State of one stage of a program, and the schedule of its values.
#include "StagePlan.h"

#include <algorithm>

namespace roofline {
namespace {

/// [beat] The shortest ring: its memory and counter replace so many registers.
constexpr int64_t LeastRing = 8;

int64_t floorDivide(int64_t A, int64_t B) {
  return A >= 0 ? A / B : -((-A + B - 1) / B);
}

/// By node: whether it changes with what the inputs bring.
std::vector<bool> dependsOnInput(const StreamKernel &K) {
  std::vector<bool> Depends(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    Depends[I] = K.Nodes[I].Op == DatapathOp::Input;
    for (uint32_t Of : K.Nodes[I].Operands)
      Depends[I] = Depends[I] || Depends[Of];
  }
  return Depends;
}

} // namespace

StagePlan::StagePlan(const StreamKernel &K, uint32_t Vector, bool WithWhole)
    : K(K), Vector(Vector), WithWhole(WithWhole), Leads(K.Nodes.size()),
      IsLine(K.Nodes.size()) {
  findLeads();
  findDelay();
  addLines();
  addGroups();
}

int64_t StagePlan::firstBeat(int64_t Distance) const {
  return floorDivide(Distance, Vector);
}
int64_t StagePlan::lastBeat(int64_t Distance) const {
  return floorDivide(Distance + Vector - 1, Vector);
}

/// From the results back. A value that is read at offsets, or for several
/// beats at once, is computed for the furthest one ahead and remembered; what
/// depends on the position alone is computed again.
void StagePlan::findLeads() {
  const std::vector<bool> Depends = dependsOnInput(K);
  auto NeedResult = [&](const auto &Results) {
    for (const auto &R : Results)
      forEachNode(R, [&](uint32_t N) { Leads[N].insert(0); });
  };
  NeedResult(K.Outputs);
  NeedResult(K.Reductions);
  NeedResult(K.Recurrences);
  for (uint32_t I = uint32_t(K.Nodes.size()); I-- > 0;) {
    const DatapathNode &N = K.Nodes[I];
    if (Leads[I].empty())
      continue;
    IsLine[I] =
        IsLine[I] || (Depends[I] && N.Op != DatapathOp::Input &&
                      N.Op != DatapathOp::AtOffset && Leads[I].size() > 1);
    if (IsLine[I])
      ValueLeads[I] = *Leads[I].rbegin();
    const bool IsOffset = N.Op == DatapathOp::AtOffset;
    for (int64_t Lead : Leads[I]) {
      if (IsLine[I])
        Lead = ValueLeads[I];
      for (uint32_t Of : N.Operands) {
        int64_t Ahead = IsOffset ? lastBeat(K.distance(N.Delta)) : 0;
        Leads[Of].insert(Lead + std::max<int64_t>(0, Ahead));
        IsLine[Of] = IsLine[Of] || IsOffset;
      }
    }
  }
}

void StagePlan::findDelay() {
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    for (int64_t Lead : Leads[I]) {
      const DatapathNode &N = K.Nodes[I];
      int64_t Ahead =
          N.Op == DatapathOp::Input ? lastBeat(K.distance(N.Delta)) : 0;
      Delay = std::max(Delay, Lead + std::max<int64_t>(0, Ahead));
    }
}

StageLine StagePlan::line(const ValueType &T, std::set<int64_t> Beats) const {
  StageLine L;
  L.Type = T;
  for (int64_t Beat : Beats) {
    if (L.Runs.empty() || Beat - L.Runs.back().last() - 1 >= LeastRing)
      L.Runs.push_back({Beat, 1});
    else
      L.Runs.back().Beats = Beat - L.Runs.back().First + 1;
  }
  return L;
}

void StagePlan::addLines() {
  std::vector<std::set<int64_t>> OfInput(K.Inputs.size());
  std::map<uint32_t, std::set<int64_t>> OfValue;
  auto Reach = [&](std::set<int64_t> &Beats, int64_t Lead, int64_t Distance) {
    for (int64_t B = firstBeat(Distance); B <= lastBeat(Distance); ++B)
      Beats.insert(Lead + B);
  };
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    for (int64_t Lead : Leads[I]) {
      const DatapathNode &N = K.Nodes[I];
      if (N.Op == DatapathOp::Input)
        Reach(OfInput[N.Value], Lead, K.distance(N.Delta));
      if (N.Op == DatapathOp::AtOffset)
        Reach(OfValue[N.Operands[0]], Lead, K.distance(N.Delta));
      if (IsLine[I])
        OfValue[I].insert(Lead);
    }
  for (uint32_t I = 0; I < K.Inputs.size(); ++I) {
    OfInput[I].insert(Delay);
    if (WithWhole)
      OfInput[I].insert(0);
    Inputs.push_back(line(K.Inputs[I].Type, OfInput[I]));
  }
  for (auto &[Node, Beats] : OfValue)
    if (!Leads[Node].empty()) {
      Beats.insert(ValueLeads[Node]);
      Values[Node] = line(K.Nodes[Node].Type, Beats);
    }
}

void StagePlan::addGroups() {
  std::map<int64_t, StageGroup, std::greater<>> ByLead;
  ByLead[0];
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    for (int64_t Lead : Leads[I]) {
      if (IsLine[I] && Lead != ValueLeads[I])
        continue;
      StageGroup &G = ByLead[Lead];
      G.Nodes.push_back(I);
      G.HasPosition |= K.Nodes[I].Op == DatapathOp::Position;
    }
  for (auto &[Lead, Group] : ByLead) {
    Group.Lead = Lead;
    Groups.push_back(std::move(Group));
  }
}

} // namespace roofline

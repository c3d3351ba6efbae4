// A small analysis result with given numbers.
#include "SampleResult.h"

namespace roofline {

static SourceLocation at(uint32_t Line, uint32_t Column) {
  return {"scale.cl", Line, Column};
}

static KernelSummary sampleKernel() {
  ValueType Float{ScalarKind::Float, 32, 1};
  KernelSummary K;
  K.Name = "scale";
  K.Loc = at(1, 13);
  K.UsesWorkItemIds = true;
  K.Args.resize(2);
  K.Args[0] = {
      "A",  "float*", KernelArg::Kind::Buffer, Float, AddressSpace::Global,
      true, true};
  K.Args[1] = {"N",
               "int",
               KernelArg::Kind::Scalar,
               {ScalarKind::Int, 32, 1},
               AddressSpace::Private,
               false,
               false};
  K.Operations = {{"load", Float, at(3, 5), {}, 0},
                  {"fmul", Float, at(3, 34), {0}, {}},
                  {"store", Float, at(3, 34), {1}, 1}};
  K.Blocks = {{0, 3}};
  Loop &L = K.Loops.emplace_back();
  L.Loc = at(2, 3);
  L.Trip = {TripCount::Kind::Exact, Expr::symbol("N"), "", {}};
  MemoryAccess A;
  A.Base = "A";
  A.Type = Float;
  A.NumBytes = 4;
  A.Index.emplace();
  A.Index->Terms = {{"global_id(0)", Expr::constant(4)},
                    {"loop:0", Expr::constant(256)}}; // 64 floats
  A.Loc = at(3, 5);
  K.Accesses = {A, A};
  K.Accesses[1].K = MemoryAccess::Kind::Write;
  K.Nodes.resize(3);
  K.Nodes[0] = {Node::Kind::Sequence, 0, {1}, {at(2, 3), at(3, 38)}};
  K.Nodes[1] = {Node::Kind::Loop, 0, {2}, {at(2, 3), at(3, 38)}};
  K.Nodes[2] = {Node::Kind::Block, 0, {}, {at(3, 5), at(3, 38)}};
  return K;
}

Device sampleBoard() {
  Device D;
  D.Name = "toy";
  D.MemoryBanks.Value = 2;
  D.TransactionWidth.Value = Bytes(64);
  D.BankBandwidth.Value = BytesPerSecond(12.8e9);
  D.DramLatency.Value = Cycles(64);
  D.KernelClock.Value = Hertz(200e6);
  D.Latency["fp_mul"].Value = Cycles(5);
  return D;
}

AnalysisResult sampleResult(std::optional<int64_t> N) {
  AnalysisResult R;
  R.Kernel = std::make_shared<const KernelSummary>(sampleKernel());
  R.Board = sampleBoard().Name;
  R.IsPriced = true;
  R.L.Dimensions = 1;
  R.L.Global = {1024, 1, 1};
  if (N)
    R.L.Args["N"] = *N;
  R.Bound = bindKernel(*R.Kernel, R.L, sampleBoard());
  R.D = sourceDesign(R.Bound);
  R.Priced = makeEstimate(R.Bound);
  R.Priced.Total = Cycles(950);
  R.Priced.Time = Seconds(950 / 200e6);
  R.Priced.NodeCycles = {950, 950, 950};
  R.Priced.MemTransTotal = 512;
  R.Priced.ActiveMemoryWorkItems = 333;
  BlockEstimate &B = R.Priced.Blocks[0];
  B.Depth = 5;
  B.MemInsts = 2;
  B.MemBytes = 4;
  B.MemBurst = 16;
  B.ActiveWorkItems = 77;
  B.ChainLength = 1;
  B.CompMin = 901;
  B.Comp = 950;
  B.MemTrans = 512;
  B.MemMin = 402;
  B.Mem = 475;
  B.Total = 950;
  R.Priced.Potential.Mem = 0.25;
  R.Priced.Potential.Balance = 0.5;
  R.Priced.Potential.Itpp = R.Priced.Potential.ItppRepaired = 0.125;
  return R;
}

} // namespace roofline

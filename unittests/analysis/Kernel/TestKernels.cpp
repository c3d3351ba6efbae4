// Kernels of HPCA16 as summaries, built by hand, and a board of round numbers.
#include "TestKernels.h"

namespace roofline::test {

uint32_t GraphBuilder::block() {
  K.Blocks.push_back({uint32_t(K.Operations.size()), 0});
  return K.Blocks.size() - 1;
}

uint32_t GraphBuilder::op(std::string Name,
                          std::initializer_list<uint32_t> Operands,
                          ScalarKind Scalar) {
  Operation Op;
  Op.Name = std::move(Name);
  Op.Type = {Scalar, 32, 1};
  Op.Operands = Operands;
  K.Operations.push_back(std::move(Op));
  ++K.Blocks.back().NumOperations;
  return K.Operations.size() - 1;
}

uint32_t GraphBuilder::access(MemoryAccess::Kind Kind, std::string Base,
                              AffineIndex Index,
                              std::initializer_list<uint32_t> Operands,
                              uint32_t Line) {
  MemoryAccess A;
  A.K = Kind;
  A.Base = std::move(Base);
  A.Type = {ScalarKind::Int, 32, 1};
  A.NumBytes = 4;
  A.Index = std::move(Index);
  A.BlockId = K.Blocks.size() - 1;
  A.Loc = {"k.cl", Line, 1};
  K.Accesses.push_back(std::move(A));
  uint32_t Id =
      op(Kind == MemoryAccess::Kind::Write ? "store" : "load", Operands);
  K.Operations[Id].Access = K.Accesses.size() - 1;
  return Id;
}

uint32_t GraphBuilder::node(Node::Kind Kind, uint32_t Index,
                            std::initializer_list<uint32_t> Children) {
  Node N;
  N.K = Kind;
  N.Index = Index;
  N.Children = Children;
  K.Nodes.push_back(std::move(N));
  return K.Nodes.size() - 1;
}

void GraphBuilder::carry(uint32_t Loop, uint32_t Producer, uint32_t Consumer,
                         CarriedDependence::Kind Kind) {
  CarriedDependence D;
  D.K = Kind;
  D.Producer = Producer;
  D.Consumer = Consumer;
  D.Distance = 1;
  K.Loops[Loop].Dependences.push_back(D);
}

uint32_t GraphBuilder::loop(std::string Name, uint32_t Line, Expr Trip) {
  Loop L;
  L.Name = std::move(Name);
  L.Loc = {"k.cl", Line, 1};
  L.Trip.K = TripCount::Kind::Exact;
  L.Trip.Count = std::move(Trip);
  K.Loops.push_back(std::move(L));
  return K.Loops.size() - 1;
}

/// One loop of Algorithm 1: To[i] = From1[i] + From2[i], i = gid * Trip + j.
/// index 1, gep 1, load 0, add 1, store 0: 3 cycles; counter 1, icmp 1, br
/// 1: 3.
static void addLoopBlock(KernelSummary &K, uint32_t Id, int64_t Trip,
                         uint32_t Line, std::array<const char *, 3> Names) {
  GraphBuilder G(K);
  G.loop(std::to_string(Trip) + "_loop", Line, Expr::constant(Trip));
  G.block();
  AffineIndex Index;
  Index.Offset = Expr::constant(0);
  Index.Terms = {{"global_id(0)", Expr::constant(4 * Trip)},
                 {"loop:" + std::to_string(Id), Expr::constant(4)}};
  uint32_t Phi = G.op("phi");
  uint32_t Offset = G.op("add", {Phi});
  uint32_t Load1 = G.access(MemoryAccess::Kind::Read, Names[1], Index,
                            {G.op("getelementptr", {Offset})}, Line + 1);
  uint32_t Load2 = G.access(MemoryAccess::Kind::Read, Names[2], Index,
                            {G.op("getelementptr", {Offset})}, Line + 1);
  uint32_t Sum = G.op("add", {Load1, Load2});
  G.access(MemoryAccess::Kind::Write, Names[0], Index,
           {Sum, G.op("getelementptr", {Offset})}, Line + 1);
  uint32_t Next = G.op("add", {Phi});
  G.op("br", {G.op("icmp", {Next})});
  G.carry(Id, Next, Phi);
}

AffineIndex along(std::vector<std::pair<std::string, int64_t>> Terms) {
  AffineIndex Index;
  Index.Offset = Expr::constant(0);
  for (const auto &[Variable, Bytes] : Terms)
    Index.Terms.push_back({Variable, Expr::constant(Bytes)});
  return Index;
}

KernelSummary algorithm1() {
  KernelSummary K;
  K.Name = "algorithm1";
  K.Loc = {"k.cl", 1, 1};
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  G.op("get_global_id");
  G.op("shl", {0});
  G.op("br");
  addLoopBlock(K, 0, 128, 2, {"A", "B", "C"});
  addLoopBlock(K, 1, 16, 5, {"D", "E", "F"});
  G.block();
  G.op("ret");
  G.node(Node::Kind::Sequence, 0, {1, 2, 4, 6});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Loop, 0, {3});
  G.node(Node::Kind::Block, 1);
  G.node(Node::Kind::Loop, 1, {5});
  G.node(Node::Kind::Block, 2);
  G.node(Node::Kind::Block, 3);
  return K;
}

KernelSummary matrixMultiply() {
  KernelSummary K;
  K.Name = "mm";
  K.Loc = {"k.cl", 1, 1};
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  Expr N = Expr::symbol("N"), Four = Expr::constant(4),
       Zero = Expr::constant(0);
  AffineIndex A{Zero, {{"global_id(1)", Four * N}, {"loop:0", Four}}};
  AffineIndex B{Zero, {{"loop:0", Four * N}, {"global_id(0)", Four}}};
  AffineIndex C{Zero, {{"global_id(1)", Four * N}, {"global_id(0)", Four}}};
  G.loop("k", 4, N);

  G.block(); // mul: 3
  uint32_t Row = G.op("mul", {G.op("get_global_id")});
  G.op("br");

  G.block(); // mul 3, add 1, gep 1, load 0, fmul 5, fadd 7: 17
  uint32_t Phi = G.op("phi"), Sum = G.op("phi", {}, ScalarKind::Float);
  uint32_t LoadA =
      G.access(MemoryAccess::Kind::Read, "A", A,
               {G.op("getelementptr", {G.op("add", {Row, Phi})})}, 5);
  uint32_t LoadB =
      G.access(MemoryAccess::Kind::Read, "B", B,
               {G.op("getelementptr", {G.op("add", {G.op("mul", {Phi})})})}, 5);
  uint32_t Product = G.op("fmul", {LoadA, LoadB}, ScalarKind::Float);
  uint32_t Added = G.op("fadd", {Product, Sum}, ScalarKind::Float);
  G.op("br", {G.op("icmp", {G.op("add", {Phi})})});
  G.carry(0, Added, Sum);

  G.block(); // add 1, gep 1, store 0: 2
  G.access(MemoryAccess::Kind::Write, "C", C,
           {G.op("getelementptr", {G.op("add", {Row})}), Added}, 7);
  G.op("ret");

  G.node(Node::Kind::Sequence, 0, {1, 2, 4});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Loop, 0, {3});
  G.node(Node::Kind::Block, 1);
  G.node(Node::Kind::Block, 2);
  return K;
}

KernelSummary matrixMultiplyOfSource() {
  KernelSummary K = matrixMultiply();
  K.Args.push_back(
      {"N", "int", KernelArg::Kind::Scalar, ValueType{ScalarKind::Int, 32, 1}});
  return K;
}

KernelSummary stagedMatrixMultiply() {
  KernelSummary K = matrixMultiply();
  K.Accesses[0].Space = K.Accesses[1].Space = AddressSpace::Local;
  return K;
}

Device roundBoard() {
  Device D;
  D.Name = "round";
  D.FreeLogic.Value = 0.83;
  D.FreeMemory.Value = 0.89;
  D.FreeDsp.Value = 1;
  D.MemoryBanks.Value = 2;
  D.TransactionWidth.Value = Bytes(64);
  D.BankBandwidth.Value = BytesPerSecond(12.8e9);
  D.DramLatency.Value = Cycles(100);
  D.KernelClock.Value = Hertz(400e6);
  for (auto [Class, Latency] :
       std::initializer_list<std::pair<const char *, double>>{{"int_add", 1},
                                                              {"int_mul", 3},
                                                              {"int_div", 32},
                                                              {"branch", 1},
                                                              {"local_mem", 7},
                                                              {"fp_add", 7},
                                                              {"fp_mul", 5},
                                                              {"fp_div", 14},
                                                              {"fp_sqrt", 28}})
    D.Latency[Class].Value = Cycles(Latency);
  return D;
}

Device pricedBoard(uint64_t Logic, uint64_t Memory) {
  Device D = roundBoard();
  // Half a cycle of the kernel for a word of 64 B, and half for the arbiter.
  D.BankBandwidth.Value = BytesPerSecond(25.6e9);
  BoardTimes &T = D.Times.emplace();
  T.Share.Value = 1;
  T.Arbitration = {0.5, ""};
  T.Overlap.Value = 2;
  T.ErrorLow = {0.5, ""};
  T.ErrorHigh = {2, ""};
  D.LogicModules = {double(Logic), ""};
  D.MemoryBlocks = {double(Memory), ""};
  D.DspBlocks = {64, ""};
  D.Structures = {
      {"shell.logic", {1000, ""}},           {"shell.memory", {10, ""}},
      {"global_unit.logic", {100, ""}},      {"global_unit.memory", {5, ""}},
      {"fp_add.logic", {200, ""}},           {"fp_mul.dsp", {1, ""}},
      {"loop_bit.logic", {1, ""}},           {"clock.period", {2e-9, ""}},
      {"clock.period_per_logic", {4e-9, ""}}};
  return D;
}

Launch launch1D(uint64_t WorkItems) {
  Launch L;
  L.Dimensions = 1;
  L.Global = {WorkItems, 1, 1};
  return L;
}

Launch launchMatrixMultiply(int64_t N) {
  Launch L;
  L.Dimensions = 2;
  L.Global = {uint64_t(N), uint64_t(N), 1};
  L.Local = {16, 16, 1};
  L.Args["N"] = N;
  return L;
}

} // namespace roofline::test

// Memories, ports, and what a core waits for.
#include "LoopCoreBuilder.h"

#include <algorithm>
#include <cassert>

namespace roofline {

CellId LoopCoreBuilder::any(const std::vector<CellId> &Conditions) {
  CellId Any = B.constant(0, 1);
  for (CellId C : Conditions)
    Any = B.either(Any, C);
  return Any;
}

/// The word of the first condition that holds; the last one where none does.
CellId
LoopCoreBuilder::chosen(const std::vector<std::pair<CellId, CellId>> &Cases) {
  assert(!Cases.empty() && "a choice has a case");
  CellId Word = Cases.back().second;
  for (size_t I = Cases.size() - 1; I-- > 0;)
    Word = B.select(Cases[I].first, Cases[I].second, Word);
  return Word;
}

void LoopCoreBuilder::addAccesses() {
  Memories.resize(K.Memories.size());
  for (uint32_t L = 0; L < K.Leaves.size(); ++L)
    for (uint32_t A = 0; A < K.Leaves[L].Accesses.size(); ++A) {
      const LoopAccess &Access = K.Leaves[L].Accesses[A];
      Memory &M = Memories[Access.Memory];
      M.Process = K.Leaves[L].Process;
      const AccessPort &Port = S.Leaves[L].Ports[A];
      const Use U = {L, A, S.Leaves[L].Access[A], Port.Bank};
      if (Access.isStore()) {
        M.Stores.push_back(U);
        continue;
      }
      M.Loads.resize(std::max<size_t>(M.Loads.size(), Port.Copy + 1));
      M.Loads[Port.Copy].push_back(U);
    }
  B.section("Memories' words and ports", CellPurpose::Datapath);
  for (uint32_t M = 0; M < K.Memories.size(); ++M)
    if (!isPort(K.Memories[M].Kind))
      addMemory(M);
  for (uint32_t P = 0; P < Ports.size(); ++P)
    connectPort(P);
}

/// The bank of \p Address, an address of \p M.
CellId LoopCoreBuilder::bankOf(const Memory &M, CellId Address) {
  const uint32_t Bits = bitsFor(M.NumBanks - 1);
  if (const auto Fixed = B.value(Address))
    return B.constant(M.Banks.bank(*Fixed), Bits);
  CellId Bank = B.constant(0, Bits);
  switch (M.Banks.K) {
  case BankFunction::Kind::Field:
    return B.bits(Address, M.Banks.Low, Bits);
  case BankFunction::Kind::Parity:
    for (uint32_t I = 0; I < B.width(Address); ++I)
      Bank = B.op(DatapathOp::Xor, Bank, B.bit(Address, I));
    return Bank;
  case BankFunction::Kind::Rows:
    for (uint32_t I = 1; I < M.NumBanks; ++I) {
      const CellId End = B.constant(I * M.Banks.Row, B.width(Address));
      Bank = B.select(B.op(DatapathOp::ULess, Address, End), Bank,
                      B.constant(I, Bits));
    }
    return Bank;
  }
  return Bank;
}

/// The place in \p Bank of \p Address, which is in it.
CellId LoopCoreBuilder::placeOf(const Memory &M, uint32_t Bank,
                                CellId Address) {
  if (M.NumBanks == 1)
    return Address;
  if (M.Banks.K == BankFunction::Kind::Rows)
    return B.op(DatapathOp::Sub, B.resized(Address, M.PlaceBits),
                B.constant(Bank * M.Banks.Row, M.PlaceBits));
  const uint32_t Low = M.Banks.Low, Width = B.width(Address),
                 Above = Low + bitsFor(M.NumBanks - 1);
  std::vector<CellId> Parts;
  if (Low > 0)
    Parts.push_back(B.bits(Address, 0, Low));
  if (Above < Width)
    Parts.push_back(B.bits(Address, Above, Width - Above));
  return Parts.empty() ? B.constant(0, M.PlaceBits)
                       : B.resized(B.join(Parts), M.PlaceBits);
}

/// 1 where \p U, whose address is \p Address, goes to \p Bank.
CellId LoopCoreBuilder::isIn(const Memory &M, const Use &U, CellId Address,
                             uint32_t Bank) {
  if (U.Bank || M.NumBanks == 1)
    return B.constant(U.Bank.value_or(Bank) == Bank, 1);
  const CellId Own = bankOf(M, Address);
  if (M.NumBanks > 2 || B.value(Own))
    return B.equal(Own, Bank);
  return Bank ? Own : B.opposite(Own);
}

/// Arrays "a", of which there is a copy 10, and "a1" have a name in common.
std::string LoopCoreBuilder::unusedName(std::string Name) {
  while (!MemoryNames.insert(Name).second)
    Name += '_';
  return Name;
}

/// Banks, each with one writing port, and a copy for each load of a cycle.
void LoopCoreBuilder::addMemory(uint32_t Index) {
  const LoopMemory &Own = K.Memories[Index];
  Memory &M = Memories[Index];
  Current = M.Process;
  M.Banks = S.Memories[Index].Banks;
  M.NumBanks = uint32_t(M.Banks.banks(Own.Words));
  const uint64_t Words = std::max<uint64_t>(2, M.Banks.words(Own.Words));
  M.PlaceBits = bitsFor(Words - 1);
  std::vector<std::vector<uint64_t>> Contents(M.NumBanks);
  for (uint64_t A = 0; A < Own.Contents.size(); ++A) {
    std::vector<uint64_t> &Bank = Contents[M.Banks.bank(A)];
    Bank.resize(Words);
    Bank[M.Banks.place(A)] = Own.Contents[A];
  }
  M.Reads.resize(M.NumBanks);
  for (uint32_t Bank = 0; Bank < M.NumBanks; ++Bank) {
    const bool IsOne = M.NumBanks == 1;
    const std::string Name =
        Own.Name + (IsOne ? "" : "__b" + std::to_string(Bank));
    std::vector<uint32_t> Copies;
    for (uint32_t C = 0; C < M.Loads.size(); ++C) {
      const std::string Copy = C ? "__c" + std::to_string(C) : "";
      Copies.push_back(B.memory({unusedName("mem_" + Name + Copy),
                                 Own.Type.Bits, Words, Contents[Bank]}));
      const CellId Read = B.read(
          unusedName("read_" + Name + (IsOne ? std::to_string(C) : Copy)),
          Copies.back(), 0, {});
      laterClocked(Read);
      M.Reads[Bank].push_back(Read);
      later([this, &M, C, Bank, Read] {
        B.N.Cells[Read].Operands = {readAddress(M, C, Bank)};
      });
    }
    if (!M.Stores.empty())
      later([this, &M, Bank, Copies] { addWrites(M, Bank, Copies); });
  }
  for (uint32_t C = 0; C < M.Loads.size(); ++C)
    for (const Use &U : M.Loads[C])
      Leaves[U.Leaf]->Reads[U.Access] = readWord(M, U, C);
}

CellId LoopCoreBuilder::readAddress(const Memory &M, uint32_t Copy,
                                    uint32_t Bank) {
  std::vector<std::pair<CellId, CellId>> Cases;
  for (const Use &U : M.Loads[Copy]) {
    if (U.Bank.value_or(Bank) != Bank)
      continue;
    // Several are valid in a cycle, and one of them takes place in the bank.
    const CellId Is = M.NumBanks > 1 ? active(U.Leaf, U.Access, U.Stage)
                                     : valid(U.Leaf, U.Stage);
    const CellId Address = address(U.Leaf, U.Access, U.Stage);
    Cases.emplace_back(B.both(Is, isIn(M, U, Address, Bank)),
                       placeOf(M, Bank, Address));
  }
  return Cases.empty() ? B.constant(0, M.PlaceBits) : chosen(Cases);
}

/// The word that load \p U takes a stage after its own.
CellId LoopCoreBuilder::readWord(const Memory &M, const Use &U, uint32_t Copy) {
  if (M.NumBanks == 1 || U.Bank)
    return M.Reads[U.Bank.value_or(0)][Copy];
  const CellId Bank =
      pipe(Leaves[U.Leaf]->Name + "bank" + std::to_string(U.Access),
           bitsFor(M.NumBanks - 1), [this, &M, U] {
             return bankOf(M, address(U.Leaf, U.Access, U.Stage));
           });
  // A choice by each bit of the bank, the lowest one first.
  std::vector<CellId> Words;
  for (const std::vector<CellId> &Copies : M.Reads)
    Words.push_back(Copies[Copy]);
  for (uint32_t Bit = 0; Words.size() > 1; ++Bit) {
    std::vector<CellId> Halves;
    for (size_t W = 0; W < Words.size(); W += 2)
      Halves.push_back(
          W + 1 == Words.size()
              ? Words[W]
              : B.select(B.bit(Bank, Bit), Words[W + 1], Words[W]));
    Words = std::move(Halves);
  }
  return Words[0];
}

void LoopCoreBuilder::addWrites(const Memory &M, uint32_t Bank,
                                const std::vector<uint32_t> &Copies) {
  std::vector<std::pair<CellId, CellId>> Addresses, Data;
  std::vector<CellId> Active;
  for (const Use &U : M.Stores) {
    if (U.Bank.value_or(Bank) != Bank)
      continue;
    const CellId Takes = active(U.Leaf, U.Access, U.Stage);
    const CellId Address = address(U.Leaf, U.Access, U.Stage);
    const CellId Is = B.both(Takes, isIn(M, U, Address, Bank));
    Active.push_back(Is);
    Addresses.emplace_back(Is, placeOf(M, Bank, Address));
    Data.emplace_back(
        Is, at(U.Leaf, *K.Leaves[U.Leaf].Accesses[U.Access].Value, U.Stage));
  }
  if (Active.empty())
    return;
  const CellId Address = chosen(Addresses), Word = chosen(Data);
  const CellId Enable = any(Active);
  for (uint32_t Copy : Copies)
    enableWhere(B.write(Copy, Address, Word, Enable), Enable);
}

void LoopCoreBuilder::connectPort(uint32_t P) {
  std::vector<Use> Uses;
  if (Ports[P].IsInput)
    for (const auto &Copy : Memories[Ports[P].Memory].Loads)
      Uses.insert(Uses.end(), Copy.begin(), Copy.end());
  else
    Uses = Memories[Ports[P].Memory].Stores;
  assert(!Uses.empty() && "a port has an access");
  Ports[P].Process = Current = K.Leaves[Uses[0].Leaf].Process;
  later([this, P, Uses] {
    std::vector<CellId> Active;
    std::vector<std::pair<CellId, CellId>> Data;
    for (const Use &U : Uses) {
      Active.push_back(active(U.Leaf, U.Access, U.Stage));
      if (!Ports[P].IsInput)
        Data.emplace_back(
            Active.back(),
            at(U.Leaf, *K.Leaves[U.Leaf].Accesses[U.Access].Value, U.Stage));
    }
    Ports[P].Wanted = any(Active);
    if (!Ports[P].IsInput)
      Ports[P].Data = chosen(Data);
  });
}

/// The word that load \p A takes, in the stage after its own; of a port in it.
CellId LoopCoreBuilder::word(uint32_t L, uint32_t A) {
  const uint32_t M = K.Leaves[L].Accesses[A].Memory;
  for (const Port &P : Ports)
    if (P.Memory == M && P.IsInput)
      return P.Data;
  return forwarded(L, A, Leaves[L]->Reads.at(A));
}

/// \p Word, or what a store of an iteration before is about to write there.
CellId LoopCoreBuilder::forwarded(uint32_t L, uint32_t A, CellId Word) {
  const Leaf &Own = *Leaves[L];
  std::vector<std::pair<CellId, CellId>> Cases;
  for (const Forwarding &F : Own.S.Forwards) {
    if (F.Load != A)
      continue;
    const LoopAccess &Store = Own.L.Accesses[F.Store];
    const uint32_t Behind = uint32_t(F.Distance) * Own.S.Interval;
    const uint32_t Stage = Own.S.Access[A];
    uint32_t Ready = Own.S.Ready[Store.Address];
    if (Store.Enable)
      Ready = std::max(Ready, Own.S.Ready[*Store.Enable]);
    auto Meets = [this, L, A, F, Behind](uint32_t Stage) {
      return B.both(active(L, F.Store, Stage + Behind),
                    B.op(DatapathOp::Equal, address(L, A, Stage),
                         address(L, F.Store, Stage + Behind)));
    };
    // Compared while the memory is read, where both addresses are there.
    const CellId Is = Ready <= Stage + Behind
                          ? pipe(Own.Name + "meets" + std::to_string(A) + "_" +
                                     std::to_string(F.Store) + "_" +
                                     std::to_string(F.Distance),
                                 1, [Meets, Stage] { return Meets(Stage); })
                          : Meets(Stage + 1);
    Cases.emplace_back(Is, at(L, *Store.Value, Stage + 1 + Behind));
  }
  if (Cases.empty())
    return Word;
  Cases.emplace_back(B.constant(1, 1), Word);
  return chosen(Cases);
}

/// A process advances where each port that an access wants is ready. An output
/// that is taken while others wait is not offered again.
void LoopCoreBuilder::addHandshakes() {
  B.section(Processes.size() > 1 ? "Ports: each process waits as a whole"
                                 : "Ports: the core waits as a whole",
            CellPurpose::Control);
  for (Current = 0; Current < Processes.size(); ++Current)
    addAdvance();
}

void LoopCoreBuilder::addAdvance() {
  CellId InputsThere = B.constant(1, 1);
  std::vector<size_t> Inputs, Outputs;
  for (size_t P = 0; P < Ports.size(); ++P)
    if (Ports[P].Process == Current)
      (Ports[P].IsInput ? Inputs : Outputs).push_back(P);
  for (size_t I : Inputs)
    InputsThere = B.both(InputsThere,
                         B.either(B.opposite(Ports[I].Wanted), Ports[I].Other));
  CellId &Advance = Processes[Current].Advance;
  Advance = InputsThere;
  std::map<size_t, CellId> Gone, Offers;
  for (size_t I : Outputs) {
    const Port &P = Ports[I];
    CellId Ready = B.either(B.opposite(P.Wanted), P.Other);
    Offers[I] = B.both(P.Wanted, InputsThere);
    if (Outputs.size() > 1) {
      Gone[I] = B.reg(P.Name + "_gone", 1);
      Ready = B.either(Ready, Gone[I]);
      Offers[I] = B.both(Offers[I], B.opposite(Gone[I]));
    }
    Advance = B.both(Advance, Ready);
  }
  Advance = B.named(Advance, own("advance"));
  for (size_t I = 0; I < Ports.size(); ++I) {
    const Port &P = Ports[I];
    if (P.Process != Current)
      continue;
    if (P.IsInput) {
      const CellId Takes = B.both(P.Wanted, Advance);
      if (P.Channel)
        Channels[*P.Channel].Gives = Takes;
      else
        B.output(P.Name + "_tready", {Takes});
      continue;
    }
    if (Gone.count(I))
      B.connect(Gone[I],
                B.both(B.opposite(Advance),
                       B.either(Gone[I], B.both(Offers[I], P.Other))),
                {{}, Clear, B.constant(0, 1)});
    if (P.Channel) {
      Channels[*P.Channel].Takes = B.both(Offers[I], P.Other);
      Channels[*P.Channel].Data = P.Data;
    } else {
      addOutput(P, Offers[I]);
    }
  }
}

void LoopCoreBuilder::addOutput(const Port &P, CellId Offers) {
  // The place of the element, for the mark of the last one.
  CellId Last = B.constant(1, 1);
  if (P.Elements > 1) {
    const uint32_t Bits = bitsFor(P.Elements - 1);
    const CellId Count = B.reg(P.Name + "_count", Bits);
    B.connect(Count, B.op(DatapathOp::Add, Count, B.constant(1, Bits)),
              {B.both(Processes[Current].Advance, P.Wanted), Clear,
               B.constant(0, Bits)});
    Last = B.equal(Count, P.Elements - 1);
  }
  const uint32_t Width = B.width(P.Data);
  B.output(P.Name + "_tdata", {P.Data});
  B.output(P.Name + "_tstrb", {B.constant(~uint64_t(0), Width / 8)});
  B.output(P.Name + "_tvalid", {Offers});
  B.output(P.Name + "_tlast", {Last});
}

} // namespace roofline

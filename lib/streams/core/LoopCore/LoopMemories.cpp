// Memories, ports, and what a core waits for.
#include "LoopCoreBuilder.h"

#include <algorithm>
#include <bit>
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
  for (uint32_t L = 0; L < K.Leaves.size(); ++L) {
    std::vector<uint32_t> Loads(K.Memories.size());
    for (uint32_t A = 0; A < K.Leaves[L].Accesses.size(); ++A) {
      const LoopAccess &Access = K.Leaves[L].Accesses[A];
      Memory &M = Memories[Access.Memory];
      const Use U = {L, A, S.Leaves[L].Access[A]};
      if (Access.isStore()) {
        M.Stores.push_back(U);
        continue;
      }
      const uint32_t Copy = Loads[Access.Memory]++;
      M.Loads.resize(std::max<size_t>(M.Loads.size(), Copy + 1));
      M.Loads[Copy].push_back(U);
    }
  }
  B.section("Memories' words and ports", CellPurpose::Datapath);
  for (uint32_t M = 0; M < K.Memories.size(); ++M) {
    const LoopMemoryKind Kind = K.Memories[M].Kind;
    if (Kind == LoopMemoryKind::Input || Kind == LoopMemoryKind::Output)
      continue;
    if (S.Memories[M].HasBanks)
      addBanks(M);
    else
      addMemory(M);
  }
  for (uint32_t P = 0; P < Ports.size(); ++P)
    addPort(P);
}

/// One writing port, and a copy for each load of a leaf.
void LoopCoreBuilder::addMemory(uint32_t M) {
  const LoopMemory &Own = K.Memories[M];
  std::vector<uint32_t> Copies;
  for (uint32_t C = 0; C < Memories[M].Loads.size(); ++C) {
    NetlistMemory Copy = {
        "mem_" + Own.Name + (C ? "__c" + std::to_string(C) : ""), Own.Type.Bits,
        std::max<uint64_t>(2, Own.Words), Own.Contents};
    if (!Copy.Contents.empty())
      Copy.Contents.resize(Copy.Words);
    Copies.push_back(B.memory(std::move(Copy)));
    const CellId Read =
        B.read("read_" + Own.Name + std::to_string(C), Copies.back(), 0, {});
    laterClocked(Read);
    for (const Use &U : Memories[M].Loads[C])
      Leaves[U.Leaf]->Reads[U.Access] = Read;
    Later.push_back([this, M, C, Read] {
      std::vector<std::pair<CellId, CellId>> Cases;
      for (const Use &U : Memories[M].Loads[C])
        Cases.emplace_back(valid(U.Leaf, U.Stage),
                           address(U.Leaf, U.Access, U.Stage));
      const CellId Address = chosen(Cases);
      B.N.Cells[Read].Operands = {Address};
    });
  }
  if (Memories[M].Stores.empty())
    return;
  Later.push_back([this, M, Copies] {
    std::vector<std::pair<CellId, CellId>> Addresses, Data;
    std::vector<CellId> Active;
    for (const Use &U : Memories[M].Stores) {
      const CellId Is = active(U.Leaf, U.Access, U.Stage);
      Active.push_back(Is);
      Addresses.emplace_back(Is, address(U.Leaf, U.Access, U.Stage));
      Data.emplace_back(
          Is, at(U.Leaf, *K.Leaves[U.Leaf].Accesses[U.Access].Value, U.Stage));
    }
    const CellId Address = chosen(Addresses), Word = chosen(Data);
    const CellId Enable = any(Active);
    for (uint32_t Copy : Copies)
      EnabledWhere.emplace_back(B.write(Copy, Address, Word, Enable), Enable);
  });
}

/// Two banks by the parity of the address; a bank's address leaves out the
/// lowest bit, which the parity gives back.
void LoopCoreBuilder::addBanks(uint32_t M) {
  const LoopMemory &Own = K.Memories[M];
  const uint32_t Bits = addressBits(M);
  auto Parity = [this](CellId Address) {
    if (const auto Fixed = B.value(Address))
      return B.constant(uint64_t(std::popcount(*Fixed)), 1);
    CellId P = B.bit(Address, 0);
    for (uint32_t I = 1; I < B.width(Address); ++I)
      P = B.op(DatapathOp::Xor, P, B.bit(Address, I));
    return P;
  };
  auto IsIn = [this](uint32_t Bank, CellId Odd) { // the bank
    if (const auto Fixed = B.value(Odd))
      return B.constant(*Fixed == Bank, 1);
    return Bank ? Odd : B.opposite(Odd);
  };
  const uint64_t Words = std::max<uint64_t>(2, (Own.Words + 1) / 2);
  const uint32_t BankBits = bitsFor(Words - 1);
  auto Place = [this, Bits, BankBits](CellId Address) {
    return Bits > 1 ? B.resized(B.bits(Address, 1, Bits - 1), BankBits)
                    : B.constant(0, BankBits);
  };
  std::vector<Use> Loads;
  for (const auto &Copy : Memories[M].Loads)
    Loads.insert(Loads.end(), Copy.begin(), Copy.end());
  std::vector<uint32_t> Banks;
  std::vector<CellId> Reads;
  for (uint32_t Bank : {0u, 1u}) {
    const std::string Which = Own.Name + "__b" + std::to_string(Bank);
    Banks.push_back(B.memory({"mem_" + Which, Own.Type.Bits, Words, {}}));
    Reads.push_back(B.read("read_" + Which, Banks.back(), 0, {}));
    laterClocked(Reads.back());
    Later.push_back(
        [this, Loads, Bank, Parity, IsIn, Place, Read = Reads.back()] {
          std::vector<std::pair<CellId, CellId>> Cases;
          for (const Use &U : Loads) {
            const CellId Address = address(U.Leaf, U.Access, U.Stage);
            const CellId Odd = Parity(Address);
            Cases.emplace_back(B.both(valid(U.Leaf, U.Stage), IsIn(Bank, Odd)),
                               Place(Address));
          }
          const CellId Address = chosen(Cases);
          B.N.Cells[Read].Operands = {Address};
        });
  }
  // Each load takes the word of its bank.
  for (const Use &U : Loads) {
    const CellId Odd =
        pipe(Leaves[U.Leaf]->Name + "bank" + std::to_string(U.Access), 1,
             [this, U, Parity] {
               return Parity(address(U.Leaf, U.Access, U.Stage));
             });
    Leaves[U.Leaf]->Reads[U.Access] = B.select(Odd, Reads[1], Reads[0]);
  }
  for (uint32_t Bank : {0u, 1u})
    Later.push_back([this, M, Bank, Banks, Parity, IsIn, Place] {
      std::vector<std::pair<CellId, CellId>> Addresses, Data;
      std::vector<CellId> Active;
      for (const Use &U : Memories[M].Stores) {
        const CellId Address = address(U.Leaf, U.Access, U.Stage);
        const CellId Odd = Parity(Address);
        const CellId Is =
            B.both(active(U.Leaf, U.Access, U.Stage), IsIn(Bank, Odd));
        Active.push_back(Is);
        Addresses.emplace_back(Is, Place(Address));
        Data.emplace_back(
            Is,
            at(U.Leaf, *K.Leaves[U.Leaf].Accesses[U.Access].Value, U.Stage));
      }
      const CellId Address = chosen(Addresses), Word = chosen(Data);
      const CellId Enable = any(Active);
      EnabledWhere.emplace_back(B.write(Banks[Bank], Address, Word, Enable),
                                Enable);
    });
}

void LoopCoreBuilder::addPort(uint32_t P) {
  const uint32_t M = K.Ports[P].Memory;
  Later.push_back([this, P, M] {
    std::vector<Use> Uses = Memories[M].Stores;
    for (const auto &Copy : Memories[M].Loads)
      Uses.insert(Uses.end(), Copy.begin(), Copy.end());
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
  if (K.Memories[M].Kind == LoopMemoryKind::Input)
    for (uint32_t P = 0; P < Ports.size(); ++P)
      if (K.Ports[P].Memory == M)
        return Ports[P].Data;
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

/// The core advances where each port that an access wants is ready. An output
/// that is taken while others wait is not offered again.
void LoopCoreBuilder::addHandshakes() {
  B.section("Ports: the core waits as a whole", CellPurpose::Control);
  CellId InputsThere = B.constant(1, 1);
  for (const Port &P : Ports)
    if (P.IsInput)
      InputsThere =
          B.both(InputsThere, B.either(B.opposite(P.Wanted), P.Other));
  const auto Outputs = std::count_if(Ports.begin(), Ports.end(),
                                     [](const Port &P) { return !P.IsInput; });
  Advance = InputsThere;
  std::vector<std::optional<CellId>> Gone(Ports.size());
  std::vector<CellId> Offers(Ports.size());
  for (size_t I = 0; I < Ports.size(); ++I) {
    const Port &P = Ports[I];
    if (P.IsInput)
      continue;
    CellId Ready = B.either(B.opposite(P.Wanted), P.Other);
    Offers[I] = B.both(P.Wanted, InputsThere);
    if (Outputs > 1) {
      Gone[I] = B.reg(P.Name + "_gone", 1);
      Ready = B.either(Ready, *Gone[I]);
      Offers[I] = B.both(Offers[I], B.opposite(*Gone[I]));
    }
    Advance = B.both(Advance, Ready);
  }
  Advance = B.named(Advance, "advance");
  for (size_t I = 0; I < Ports.size(); ++I) {
    const Port &P = Ports[I];
    if (P.IsInput) {
      B.output(P.Name + "_tready", {B.both(P.Wanted, Advance)});
      continue;
    }
    if (Gone[I])
      B.connect(*Gone[I],
                B.both(B.opposite(Advance),
                       B.either(*Gone[I], B.both(Offers[I], P.Other))),
                {{}, Clear, B.constant(0, 1)});
    // The place of the element, for the mark of the last one.
    const uint64_t Elements = K.Ports[I].elements();
    CellId Last = B.constant(1, 1);
    if (Elements > 1) {
      const uint32_t Bits = bitsFor(Elements - 1);
      const CellId Count = B.reg(P.Name + "_count", Bits);
      B.connect(Count, B.op(DatapathOp::Add, Count, B.constant(1, Bits)),
                {B.both(Advance, P.Wanted), Clear, B.constant(0, Bits)});
      Last = B.equal(Count, Elements - 1);
    }
    const uint32_t Width = B.width(P.Data);
    B.output(P.Name + "_tdata", {P.Data});
    B.output(P.Name + "_tstrb", {B.constant(~uint64_t(0), Width / 8)});
    B.output(P.Name + "_tvalid", {Offers[I]});
    B.output(P.Name + "_tlast", {Last});
  }
}

} // namespace roofline

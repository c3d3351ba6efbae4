// Banks that the words of a memory may be parted into.
#include "roofline/Loops/MemoryBanks.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>

namespace roofline {

uint64_t BankFunction::bank(uint64_t Address) const noexcept {
  switch (K) {
  case Kind::Field:
    return (Address >> Low) & lowMask(Bits);
  case Kind::Parity:
    return uint64_t(std::popcount(Address)) & 1;
  case Kind::Rows:
    return Address / Row;
  }
  return 0;
}

uint64_t BankFunction::place(uint64_t Address) const noexcept {
  switch (K) {
  case Kind::Field:
    return (Address & lowMask(Low)) | Address >> (Low + Bits) << Low;
  case Kind::Parity: // the lowest bit is the others' parity and the bank
    return Address >> 1;
  case Kind::Rows:
    return Address % Row;
  }
  return 0;
}

uint64_t BankFunction::banks(uint64_t Words) const noexcept {
  switch (K) {
  case Kind::Field:
    return uint64_t(1) << Bits;
  case Kind::Parity:
    return 2;
  case Kind::Rows:
    return (Words + Row - 1) / Row;
  }
  return 1;
}

uint64_t BankFunction::words(uint64_t Words) const noexcept {
  switch (K) {
  case Kind::Field: // the first bank has the most
    return (Words >> (Low + Bits) << Low) +
           std::min(Words & lowMask(Low + Bits), uint64_t(1) << Low);
  case Kind::Parity:
    return (Words + 1) / 2;
  case Kind::Rows:
    return Row;
  }
  return Words;
}

std::optional<uint64_t>
BankFunction::fixedBank(const AddressFacts &A) const noexcept {
  const uint64_t Field = lowMask(Bits) << Low;
  if (K == Kind::Field && (Field & ~(A.Zero | A.One)) == 0)
    return bank(A.One);
  if (K == Kind::Rows ? A.Least / Row == A.Most / Row : A.Least == A.Most)
    return bank(A.Least);
  return std::nullopt;
}

bool BankFunction::parts(const AddressFacts &A,
                         const AddressFacts &B) const noexcept {
  const uint64_t Field = lowMask(Bits) << Low;
  if (K == Kind::Field && Field & ((A.Zero & B.One) | (A.One & B.Zero)))
    return true;
  const auto BankA = fixedBank(A), BankB = fixedBank(B);
  return BankA && BankB && *BankA != *BankB;
}

std::string textOf(const BankFunction &F) {
  switch (F.K) {
  case BankFunction::Kind::Field:
    if (F.Bits == 0)
      return "";
    if (F.Bits == 1)
      return "bit " + std::to_string(F.Low) + " of the address";
    return "bits " + std::to_string(F.Low) + " to " +
           std::to_string(F.Low + F.Bits - 1) + " of the address";
  case BankFunction::Kind::Parity:
    return "parity of the address";
  case BankFunction::Kind::Rows:
    return "rows of " + std::to_string(F.Row) + " words";
  }
  return "";
}

std::vector<BankFunction> bankFunctions(uint64_t Words, uint64_t Row) {
  std::vector<BankFunction> Functions;
  if (Words < 2)
    return Functions;
  Functions.push_back({.K = BankFunction::Kind::Parity});
  if (Row > 0 && !std::has_single_bit(Row) &&
      (Words + Row - 1) / Row <= MaxMemoryBanks)
    Functions.push_back({.K = BankFunction::Kind::Rows, .Row = Row});
  const uint32_t Width = uint32_t(std::bit_width(Words - 1));
  for (uint32_t Bits = 1; uint64_t(1) << Bits <= MaxMemoryBanks; ++Bits)
    for (uint32_t Low = 0; Low + Bits <= Width && Functions.size() < 64; ++Low)
      Functions.push_back({.Low = Low, .Bits = Bits});
  return Functions;
}

} // namespace roofline

// Functions from addresses to banks.
#include "roofline/Loops/MemoryBanks.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <bit>

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

std::vector<BankFunction> bankFunctions(uint64_t Words, uint64_t Row) {
  std::vector<BankFunction> Functions;
  if (Words < 2)
    return Functions;
  const auto Width = uint32_t(std::bit_width(Words - 1));
  const uint64_t Rows = Row ? (Words + Row - 1) / Row : 1;
  if (Rows > 1 && Rows <= MaxMemoryBanks) {
    const auto Low = uint32_t(std::countr_zero(Row));
    if (std::has_single_bit(Row))
      Functions.push_back({.Low = Low, .Bits = Width - Low});
    else
      Functions.push_back({.K = BankFunction::Kind::Rows, .Row = Row});
  }
  constexpr size_t Most = 63; // and parity, of which no address is wired
  for (uint32_t Bits = 1; uint64_t(1) << Bits <= MaxMemoryBanks; ++Bits)
    for (uint32_t Low = 0; Low + Bits <= Width && Functions.size() < Most;
         ++Low)
      Functions.push_back({.Low = Low, .Bits = Bits});
  Functions.push_back({.K = BankFunction::Kind::Parity});
  return Functions;
}

} // namespace roofline

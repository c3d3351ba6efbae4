// Banks that the words of a memory may be parted into.
#ifndef ROOFLINE_LOOPS_MEMORYBANKS_H
#define ROOFLINE_LOOPS_MEMORYBANKS_H

#include <cstdint>
#include <optional>
#include <vector>

namespace roofline {

/// Facts that hold for every address of an access: bits, and a range from Least
/// to Most [word].
struct AddressFacts {
  uint64_t Zero = 0, One = 0;
  uint64_t Least = 0, Most = ~uint64_t(0);
  bool operator==(const AddressFacts &) const = default;

  /// No address has both these facts and those of \p Other.
  bool excludes(const AddressFacts &Other) const noexcept {
    return (Zero & Other.One) || (One & Other.Zero) || Most < Other.Least ||
           Other.Most < Least;
  }
};

/// Gives each address a bank, and a place within it that no other address of
/// the bank has.
struct BankFunction {
  enum class Kind : uint8_t {
    Field,  ///< Bits bits of the address from Low on; none: one bank
    Parity, ///< that of the address
    Rows,   ///< a bank for every Row words
  };
  Kind K = Kind::Field;
  uint32_t Low = 0, Bits = 0;
  uint64_t Row = 1;
  bool operator==(const BankFunction &) const = default;

  uint64_t bank(uint64_t Address) const noexcept;
  uint64_t place(uint64_t Address) const noexcept;
  /// Number of banks, and the words of each, of a memory of \p Words words.
  uint64_t banks(uint64_t Words) const noexcept;
  uint64_t words(uint64_t Words) const noexcept;
  /// The bank that all addresses of \p A are in; beyond the last one of a
  /// memory that has none of them.
  std::optional<uint64_t> fixedBank(const AddressFacts &A) const noexcept;
  /// All addresses of \p A and \p B are in different banks.
  bool parts(const AddressFacts &A, const AddressFacts &B) const noexcept;
};

/// Most banks of a memory.
constexpr uint64_t MaxMemoryBanks = 16;

/// The ways to part a memory of \p Words words, 64 at most; \p Row is the
/// number of words for each index of its first dimension, 0 where it has one
/// dimension. Rows come first.
std::vector<BankFunction> bankFunctions(uint64_t Words, uint64_t Row);

} // namespace roofline

#endif

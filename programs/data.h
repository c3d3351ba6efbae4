// The data of a check: what buffers hold before and must hold after.
//
// Files of hexadecimal numbers, one element a line: NAME.before.hex,
// NAME.after.hex, and scalars.hex in the order of the program's arguments.
#ifndef ROOFLINE_DATA_H
#define ROOFLINE_DATA_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace roofline {

struct BufferInfo {
  const char *Name;  ///< of the kernel's argument
  const char *File;  ///< of its data
  unsigned Bytes;    ///< of an element
  const char *Kinds; ///< of the elements in turn: i or f
};

class Data {
public:
  Data(std::vector<BufferInfo> Of, unsigned Scalars, const std::string &Folder)
      : Buffers(std::move(Of)) {
    for (const BufferInfo &B : Buffers) {
      const std::string Path = Folder + "/" + B.File;
      Before.push_back(packed(read(Path + ".before.hex"), B.Bytes));
      After.push_back(packed(read(Path + ".after.hex"), B.Bytes));
      if (Before.back().size() != After.back().size())
        fail(Path + ": not as many elements after as before");
    }
    if (Scalars)
      Values = read(Folder + "/scalars.hex");
    if (Values.size() != Scalars)
      fail(Folder + "/scalars.hex: not as many as the program has");
  }

  size_t buffers() const { return Buffers.size(); }
  void *buffer(size_t I) { return Before[I].data(); }
  size_t size(size_t I) const { return Before[I].size(); }
  template <typename T> T scalar(size_t I) const {
    T Value;
    std::memcpy(&Value, &Values[I], sizeof Value);
    return Value;
  }

  /// The first element that is not what it must be, or nothing.
  std::string difference() const {
    for (size_t I = 0; I < Buffers.size(); ++I) {
      const BufferInfo &B = Buffers[I];
      for (size_t E = 0; E < Before[I].size() / B.Bytes; ++E) {
        uint64_t Is = element(Before[I], B.Bytes, E);
        uint64_t Must = element(After[I], B.Bytes, E);
        bool IsFloat = B.Kinds[E % std::strlen(B.Kinds)] == 'f';
        if (Is == Must ||
            (IsFloat && isNaN(Is, B.Bytes) && isNaN(Must, B.Bytes)))
          continue;
        char Text[160];
        std::snprintf(Text, sizeof Text, "[%zu] is 0x%llx, not 0x%llx", E,
                      static_cast<unsigned long long>(Is),
                      static_cast<unsigned long long>(Must));
        return B.Name + std::string(Text);
      }
    }
    return {};
  }

private:
  [[noreturn]] static void fail(const std::string &Why) {
    std::fprintf(stderr, "%s\n", Why.c_str());
    std::exit(2);
  }

  static std::vector<uint64_t> read(const std::string &Path) {
    std::FILE *F = std::fopen(Path.c_str(), "r");
    if (!F)
      fail(Path + ": cannot be read");
    std::vector<uint64_t> All;
    unsigned long long N;
    int Read;
    while ((Read = std::fscanf(F, "%llx", &N)) == 1)
      All.push_back(N);
    std::fclose(F);
    if (Read == 0)
      fail(Path + ": a hexadecimal number is expected");
    return All;
  }

  static std::vector<uint8_t> packed(const std::vector<uint64_t> &Elements,
                                     unsigned Bytes) {
    std::vector<uint8_t> All(Elements.size() * Bytes);
    for (size_t I = 0; I < Elements.size(); ++I)
      std::memcpy(&All[I * Bytes], &Elements[I], Bytes);
    return All;
  }

  static uint64_t element(const std::vector<uint8_t> &Of, unsigned Bytes,
                          size_t I) {
    uint64_t Value = 0;
    std::memcpy(&Value, &Of[I * Bytes], Bytes);
    return Value;
  }

  static bool isNaN(uint64_t Bits, unsigned Bytes) {
    const unsigned Fraction = Bytes == 8 ? 52 : 23;
    const uint64_t Size = Bits & ~(uint64_t(1) << (8 * Bytes - 1));
    return Size > uint64_t(Bytes == 8 ? 2047 : 255) << Fraction;
  }

  std::vector<BufferInfo> Buffers;
  std::vector<std::vector<uint8_t>> Before, After;
  std::vector<uint64_t> Values;
};

} // namespace roofline

#endif

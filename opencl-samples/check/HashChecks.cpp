// Check of lookup3 against a hash of single bytes, and that against the values
// that the author of the hash gives.
#include "Checks.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace samples {

static cl_uint rotate(cl_uint X, int Bits) {
  return (X << Bits) | (X >> (32 - Bits));
}

/// lookup3 of \p Length bytes, by the definition: the state is a triple, and
/// words are put together from bytes.
static cl_uint hashBytes(const unsigned char *Key, size_t Length,
                         cl_uint Seed) {
  std::array<cl_uint, 3> S;
  S.fill(0xdeadbeef + cl_uint(Length) + Seed);
  auto AddBytes = [&](size_t Count) {
    for (size_t I = 0; I < Count; ++I)
      S[I / 4] += cl_uint(Key[I]) << (8 * (I % 4));
  };
  for (; Length > 12; Length -= 12, Key += 12) {
    AddBytes(12);
    const int Bits[] = {4, 6, 8, 16, 19, 4};
    for (int Step = 0; Step < 6; ++Step) {
      cl_uint &X = S[Step % 3], &Y = S[(Step + 1) % 3], &Z = S[(Step + 2) % 3];
      X -= Z;
      X ^= rotate(Z, Bits[Step]);
      Z += Y;
    }
  }
  if (Length == 0)
    return S[2];
  AddBytes(Length);
  const int Bits[] = {14, 11, 25, 16, 4, 14, 24};
  for (int Step = 0; Step < 7; ++Step) {
    cl_uint &X = S[(Step + 2) % 3], &Y = S[(Step + 1) % 3];
    X ^= Y;
    X -= rotate(Y, Bits[Step]);
  }
  return S[2];
}

/// Source: lookup3.c of May 2006, driver5().
static bool isLookup3(const Check &C) {
  const std::string Text = "Four score and seven years ago";
  const auto *Bytes = reinterpret_cast<const unsigned char *>(Text.data());
  return equal<cl_uint>(C,
                        {hashBytes(Bytes, 0, 0),
                         hashBytes(Bytes, 0, 0xdeadbeef),
                         hashBytes(Bytes, 30, 0), hashBytes(Bytes, 30, 1)},
                        {0xdeadbeef, 0xbd5b7dde, 0x17770551, 0xcd628161});
}

static bool checkLookup3(Session &S, const Check &C) {
  constexpr size_t Count = 4096, RowWords = 15;
  constexpr cl_uint Seed = 17;
  if (!isLookup3(C))
    return false;
  auto Words = randomWholes<cl_uint>(Count * RowWords, 0, 0x7ffffffe, 1);
  auto Lengths = randomWholes<cl_uint>(Count, 0, 60, 2);
  std::vector<cl_uint> Rows(Count), Expected;
  std::iota(Rows.begin(), Rows.end(), 0);
  std::reverse(Rows.begin(), Rows.end());
  for (size_t I = 0; I < Count; ++I) {
    std::array<unsigned char, 4 * RowWords> Key;
    for (size_t Byte = 0; Byte < Key.size(); ++Byte)
      Key[Byte] = Words[Rows[I] * RowWords + Byte / 4] >> (8 * (Byte % 4));
    Expected.push_back(hashBytes(Key.data(), Lengths[I], Seed));
  }
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer Hashes = S.buffer(std::vector<cl_uint>(Count));
  S.run(Kernel, cl::NDRange(Count), cl::NDRange(256), S.buffer(Words),
        S.buffer(Lengths), S.buffer(Rows), Hashes, Seed);
  return equal(C, S.read<cl_uint>(Hashes, Count), Expected);
}

std::vector<Check> hashChecks() {
  return {{"lookup3", "lookup3", checkLookup3}};
}

} // namespace samples

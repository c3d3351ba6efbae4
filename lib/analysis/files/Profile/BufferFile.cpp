// Reads the content of a buffer from a file.
#include "BufferFile.h"

#include "roofline/Process/InputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

/// The bits of \p Word as a number of type \p T; nothing where it is none.
static std::optional<uint64_t> scalarOf(StringRef Word, const ValueType &T) {
  if (T.Scalar == ScalarKind::Float) {
    double Value;
    if (T.Bits < 32 || Word.getAsDouble(Value))
      return std::nullopt;
    return T.Bits == 32 ? bit_cast<uint32_t>(float(Value))
                        : bit_cast<uint64_t>(Value);
  }
  const unsigned Bits = T.Bits;
  uint64_t Unsigned;
  if (!Word.getAsInteger(0, Unsigned))
    return isUIntN(Bits, Unsigned) ? std::optional(Unsigned) : std::nullopt;
  int64_t Signed;
  if (Word.getAsInteger(0, Signed) || !isIntN(Bits, Signed))
    return std::nullopt;
  return uint64_t(Signed) & maskTrailingOnes<uint64_t>(Bits);
}

static Expected<std::vector<uint64_t>> readText(const MemoryBuffer &Text,
                                                const std::string &Path,
                                                const ValueType &T) {
  if (T.Scalar == ScalarKind::Float && T.Bits < 32)
    return createStringError(Path + ": numbers of half are raw bytes (a name "
                                    "that does not end with .txt or .csv)");
  std::vector<uint64_t> Scalars;
  for (line_iterator Line(Text, /*SkipBlanks=*/false); !Line.is_at_eof();
       ++Line) {
    StringRef Rest = Line->split('#').first;
    while (true) {
      Rest = Rest.ltrim(" \t\r,;");
      if (Rest.empty())
        break;
      const StringRef Word = Rest.substr(0, Rest.find_first_of(" \t\r,;"));
      Rest = Rest.drop_front(Word.size());
      const std::optional<uint64_t> Scalar = scalarOf(Word, T);
      if (!Scalar)
        return createStringError(
            Path + ":" + Twine(Line.line_number()) + ": '" + Word + "' is no " +
            (T.Scalar == ScalarKind::Float ? "floating-point number"
                                           : "integer") +
            " of " + Twine(T.Bits) + " bits");
      Scalars.push_back(*Scalar);
    }
  }
  return Scalars;
}

static Expected<std::vector<uint64_t>> readBytes(const MemoryBuffer &Bytes,
                                                 const std::string &Path,
                                                 const ValueType &T) {
  const size_t Width = T.Bits / 8, Size = Bytes.getBufferSize();
  if (Size % Width)
    return createStringError(Path + ": " + Twine(Size) +
                             " bytes are no whole number of elements of " +
                             Twine(Width) + " bytes");
  std::vector<uint64_t> Scalars(Size / Width);
  const auto *From =
      reinterpret_cast<const unsigned char *>(Bytes.getBufferStart());
  for (uint64_t &Scalar : Scalars)
    for (size_t Byte = 0; Byte < Width; ++Byte)
      Scalar |= uint64_t(*From++) << (8 * Byte);
  return Scalars;
}

Expected<std::vector<uint64_t>> readScalars(const std::string &Path,
                                            const ValueType &T) {
  auto File = readInput(Path);
  if (!File)
    return createStringError(Path + ": " + File.getError().message());
  const StringRef Suffix = sys::path::extension(Path);
  Expected<std::vector<uint64_t>> Scalars = Suffix == ".txt" || Suffix == ".csv"
                                                ? readText(**File, Path, T)
                                                : readBytes(**File, Path, T);
  if (Scalars && Scalars->empty())
    return createStringError(Path + ": holds no element");
  return Scalars;
}

} // namespace roofline

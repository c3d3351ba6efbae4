// Checks of word count and of the histograms: whole numbers, so equality.
#include "Checks.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>

namespace samples {

/// Words of one to nine letters with one to three other characters between
/// them, so that words lie across the ends of pieces and of vectors.
static std::vector<cl_uchar> makeText(size_t NumChars) {
  std::mt19937 Engine(7);
  std::string Text;
  while (Text.size() < NumChars) {
    for (unsigned I = 0, Length = 1 + Engine() % 9; I < Length; ++I)
      Text += char((Engine() % 8 ? 'a' : 'A') + Engine() % 4);
    for (unsigned I = 0, Gap = 1 + Engine() % 3; I < Gap; ++I)
      Text += " ,\n-7"[Engine() % 5];
  }
  Text.resize(NumChars);
  return {Text.begin(), Text.end()};
}

using Counts = std::map<uint32_t, uint32_t>;

static Counts countWords(const std::vector<cl_uchar> &Text) {
  Counts Result;
  for (size_t I = 0; I < Text.size();) {
    uint32_t Hash = 2166136261u;
    size_t Begin = I;
    for (; I < Text.size() && std::isalpha(Text[I]); ++I)
      Hash = (Hash ^ Text[I]) * 16777619u;
    if (I > Begin)
      ++Result[std::max(Hash, 1u)];
    else
      ++I;
  }
  return Result;
}

static bool checkWordcount(Session &S, const Check &C) {
  constexpr int Items = 512, Piece = 64, NumChars = Items * Piece;
  constexpr cl_uint Slots = 1 << 14;
  std::vector<cl_uchar> Text = makeText(NumChars);
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer Keys = S.buffer(std::vector<cl_uint>(Slots));
  cl::Buffer Numbers = S.buffer(std::vector<cl_uint>(Slots));
  cl::NDRange Global(Items), Local(256);
  if (C.Name == "wordcount")
    S.run(Kernel, Global, Local, S.buffer(Text),
          S.buffer(std::vector<cl_uint>(Items)), Keys, Numbers,
          cl_int(NumChars), cl_int(Piece), Slots);
  else
    S.run(Kernel, Global, Local, S.buffer(Text), Keys, Numbers,
          cl_int(NumChars), cl_int(Piece), Slots);
  auto GotKeys = S.read<cl_uint>(Keys, Slots);
  auto GotNumbers = S.read<cl_uint>(Numbers, Slots);
  Counts Got;
  for (size_t I = 0; I < Slots; ++I)
    if (GotKeys[I])
      Got[GotKeys[I]] += GotNumbers[I];
  Counts Expected = countWords(Text);
  if (Got == Expected)
    return true;
  std::cerr << C.Name << ": " << Got.size()
            << " different words or their counts, "
            << "expected " << Expected.size() << '\n';
  return false;
}

static bool checkHistogram(Session &S, const Check &C) {
  constexpr int Items = 512, PerItem = 32, Count = Items * PerItem;
  auto Data = randomWholes<cl_uchar>(Count, 0, 255, 1);
  std::vector<cl_uint> Expected(256);
  for (cl_uchar Byte : Data)
    ++Expected[Byte];
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer Bins = S.buffer(std::vector<cl_uint>(256));
  if (C.Name == "histogram")
    S.run(Kernel, cl::NDRange(Items), cl::NDRange(256), S.buffer(Data), Bins,
          cl_int(PerItem));
  else
    S.run(Kernel, cl::NDRange(1), cl::NDRange(1), S.buffer(Data), Bins,
          cl_int(Count));
  return equal(C, S.read<cl_uint>(Bins, 256), Expected);
}

std::vector<Check> countingChecks() {
  return {{"wordcount", "wordcount", checkWordcount},
          {"wordcount_sm_pm_vt_cu", "wordcount", checkWordcount},
          {"histogram", "histogram", checkHistogram},
          {"histogram_single", "histogram", checkHistogram}};
}

} // namespace samples

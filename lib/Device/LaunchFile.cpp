// Launch files: the NDRange and arguments that a sample is run with.
#include "roofline/Device/LaunchFile.h"

#include "roofline/Device/YamlReader.h"

using namespace llvm;

namespace roofline {

using Tree = YamlReader::Tree;

static std::array<uint64_t, 3> readSizes(YamlReader &R, const Tree &T,
                                         uint32_t &Dimensions) {
  std::array<uint64_t, 3> Sizes{1, 1, 1};
  Dimensions = T.Elements.size();
  if (T.K != Tree::Kind::Sequence || T.Elements.empty() || T.Elements.size() > 3) {
    R.problem(T, "a list of one to three sizes is expected");
    return Sizes;
  }
  for (size_t D = 0; D < T.Elements.size(); ++D)
    if (StringRef(T.Elements[D].Text).getAsInteger(10, Sizes[D]) || Sizes[D] == 0 ||
        Sizes[D] > (uint64_t(1) << 32))
      R.problem(T.Elements[D],
                "'" + T.Elements[D].Text + "' is not a size from 1 to 2^32");
  return Sizes;
}

Expected<LaunchFile> loadLaunch(StringRef Path) {
  Expected<YamlReader> R = YamlReader::open(Path);
  if (!R)
    return R.takeError();
  LaunchFile File;
  R->checkFormat("roofline-launch", 1);
  R->allowOnly(R->root(), {"format", "version", "kernel", "global", "local", "args",
                           "trips"});
  if (const Tree *T = R->optional(R->root(), "kernel"))
    File.Kernel = T->Text;
  if (const Tree *T = R->optional(R->root(), "global"))
    File.L.Global = readSizes(*R, *T, File.L.Dimensions);
  uint32_t Dimensions = 0;
  if (const Tree *T = R->optional(R->root(), "local")) {
    File.L.Local = readSizes(*R, *T, Dimensions);
    if (Dimensions != File.L.Dimensions)
      R->problem(*T, "local and global have different numbers of dimensions");
  }
  if (const Tree *Args = R->optional(R->root(), "args"))
    for (const auto &[Name, T] : Args->Items)
      if (StringRef(T.Text).getAsInteger(0, File.L.Args[Name]))
        R->problem(T, "'" + T.Text + "' is not an integer of 64 bits");
  if (const Tree *Trips = R->optional(R->root(), "trips"))
    for (const auto &[LineText, T] : Trips->Items) {
      uint32_t Line;
      double Count;
      if (StringRef(LineText).getAsInteger(10, Line) || Line == 0)
        R->keyProblem(T, "'" + LineText + "' is not a line number");
      else if (StringRef(T.Text).getAsDouble(Count) || !(Count >= 0 && Count < 1e18))
        R->problem(T, "'" + T.Text + "' is not a trip count");
      else
        File.L.TripByLine[Line] = Count;
    }
  if (R->failed())
    return R->takeError();
  return File;
}

} // namespace roofline

// Launch files: the NDRange and arguments that a sample is run with.
#include "roofline/DeviceFiles/LaunchFile.h"

#include "LaunchReader.h"

#include "roofline/DeviceFiles/YamlReader.h"
#include "roofline/Options/LaunchOptions.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

using Tree = YamlReader::Tree;

constexpr StringRef Format = "roofline-launch";

LaunchSizes readSizes(YamlReader &R, const Tree &T) {
  return readSizes(R, T, {});
}

/// The number that \p Text is, or names among the arguments of \p L.
static std::string numberOf(const std::string &Text, const Launch &L) {
  const auto Named = L.Args.find(Text);
  return Named == L.Args.end() ? Text : std::to_string(Named->second);
}

LaunchSizes readSizes(YamlReader &R, const Tree &T, const Launch &L) {
  std::vector<std::string> Numbers;
  for (const Tree &Size : T.Elements)
    Numbers.push_back(numberOf(Size.Text, L));
  const SmallVector<std::string_view, 3> Texts(Numbers.begin(), Numbers.end());
  LaunchSizes Sizes;
  const auto Problem = parseSizes(Texts, Sizes);
  if (!Problem)
    return Sizes;
  R.problem(Problem->Text ? T.Elements[*Problem->Text] : T, Problem->Message);
  return {};
}

void readNDRange(YamlReader &R, const Tree &Of, Launch &L) {
  const Tree *Global = R.optional(Of, "global");
  const Tree *Local = R.optional(Of, "local");
  if (Global) {
    const LaunchSizes Sizes = readSizes(R, *Global, L);
    L.Global = Sizes.Size;
    L.Dimensions = Sizes.Dimensions;
    L.GlobalNames = {};
    for (size_t D = 0; D < L.Dimensions; ++D)
      if (const std::string &Name = Global->Elements[D].Text;
          L.Args.count(Name))
        L.GlobalNames[D] = Name;
  }
  if (!Local)
    return;
  const LaunchSizes Sizes = readSizes(R, *Local);
  L.Local = Sizes.Size;
  if (!L.Dimensions)
    R.keyProblem(*Local, "local sizes without global ones");
  else if (Sizes.Dimensions != L.Dimensions)
    R.problem(*Local, "local and global have different numbers of dimensions");
}

/// The mapping \p Key of \p Of; nothing where it is absent or malformed.
static const Tree *mapping(YamlReader &R, const Tree &Of, StringRef Key,
                           StringRef What) {
  const Tree *T = R.optional(Of, Key);
  if (!T || T->K == Tree::Kind::Mapping)
    return T;
  R.problem(*T, "a mapping of " + What + " is expected");
  return nullptr;
}

void readArgs(YamlReader &R, const Tree &Of, Launch &L) {
  const Tree *Args = mapping(R, Of, "args", "argument names to numbers");
  if (!Args)
    return;
  for (const auto &[Name, T] : Args->Items)
    if (!bindArgument(Name, T.Text, L))
      R.problem(T, notANumber(T.Text));
}

/// `max`: arguments that a core takes at run time.
static void readMaxima(YamlReader &R, const Tree &Of, Launch &L) {
  const Tree *Maxima = mapping(R, Of, "max", "argument names to numbers");
  if (!Maxima)
    return;
  for (const auto &[Name, T] : Maxima->Items) {
    int64_t Most = 0;
    if (StringRef(T.Text).getAsInteger(10, Most) || Most < 1 ||
        uint64_t(Most) > MaxLaunchSize)
      R.problem(T, "'" + T.Text + "': a number from 1 to 2^32 is expected");
    else if (L.Args.count(Name))
      R.keyProblem(T, "'" + Name + "' stands in 'args', too");
    else
      L.Maxima[Name] = L.Args[Name] = Most;
  }
}

void readTrips(YamlReader &R, const Tree &Of, Launch &L) {
  const Tree *Trips = mapping(R, Of, "trips", "line numbers to trip counts");
  if (!Trips)
    return;
  for (const auto &[LineText, T] : Trips->Items) {
    const std::optional<SourcePlace> Place = parsePlace(LineText);
    double Count;
    if (!Place)
      R.keyProblem(T,
                   "'" + LineText + "' is not a line number, or LINE:COLUMN");
    else if (StringRef(T.Text).getAsDouble(Count) ||
             !(Count >= 0 && Count < 1e18))
      R.problem(T, "'" + T.Text + "' is not a trip count");
    else
      L.Trips[*Place] = Count;
  }
}

/// `time_loop`, which emitted folders have.
static StepLoop readTimeLoop(YamlReader &R, const Tree &T) {
  for (auto [Name, By] :
       {std::pair("swaps", StepLoop::Kernel), {"copies", StepLoop::Copies}})
    if (T.Text == Name)
      return By;
  R.problem(T, "time_loop '" + T.Text + "', expected swaps or copies");
  return StepLoop::Host;
}

/// `iterate`, and `swap` and `time_loop`, which need it; `borders`.
static void readIteration(YamlReader &R, Launch &L) {
  const Tree *Steps = R.optional(R.root(), "iterate");
  const Tree *Swap = mapping(R, R.root(), "swap", "arguments to arguments");
  const Tree *Borders = R.optional(R.root(), "borders");
  const Tree *Loop = R.optional(R.root(), "time_loop");
  for (const Tree *T : {Swap, Loop})
    if (T && !Steps)
      R.keyProblem(*T, "without 'iterate'");
  if (Borders && Borders->Text != "same")
    R.problem(*Borders, "borders '" + Borders->Text + "', expected same");
  L.SameBorders = Borders && !Steps;
  if (!Steps)
    return;
  L.Iterate.emplace();
  if (Expected<int64_t> Number = parseSteps(Steps->Text))
    L.Iterate->Steps = *Number;
  else
    R.problem(*Steps, toString(Number.takeError()));
  if (Swap)
    for (const auto &[Read, Written] : Swap->Items) {
      if (Written.Text.empty())
        R.problem(Written, "the name of an argument is expected");
      L.Iterate->Swap.push_back({Read, Written.Text});
    }
  L.Iterate->SameBorders = Borders;
  if (Loop)
    L.Iterate->By = readTimeLoop(R, *Loop);
}

/// `file:`, as a path from the launch file's folder.
static void readBufferFile(YamlReader &R, const Tree &T, StringRef LaunchPath,
                           BufferFill &Buffer) {
  const Tree *File = R.optional(T, "file");
  if (!File)
    return;
  for (StringRef Key : {"fill", "below"})
    if (const Tree *Other = R.optional(T, Key))
      R.keyProblem(*Other, "'" + Key + "' beside 'file'");
  SmallString<128> Path(File->Text);
  if (Path.empty())
    R.problem(*File, "the path of a file is expected");
  if (sys::path::is_relative(Path)) {
    Path = sys::path::parent_path(LaunchPath);
    sys::path::append(Path, File->Text);
  }
  Buffer.K = BufferFill::Kind::File;
  Buffer.File = Path.str();
}

static void readBuffers(YamlReader &R, StringRef LaunchPath, LaunchFile &File) {
  const Tree *Buffers =
      mapping(R, R.root(), "buffers", "argument names to buffers");
  if (!Buffers)
    return;
  for (const auto &[Name, T] : Buffers->Items) {
    R.allowOnly(T, {"elements", "fill", "below", "file"});
    BufferFill &Buffer = File.Buffers[Name];
    readBufferFile(R, T, LaunchPath, Buffer);
    const bool IsFile = Buffer.K == BufferFill::Kind::File;
    if (const Tree *Elements =
            IsFile ? R.optional(T, "elements") : R.required(T, "elements"))
      if (StringRef(Elements->Text).getAsInteger(10, Buffer.Elements) ||
          Buffer.Elements == 0 || Buffer.Elements > (uint64_t(1) << 40))
        R.problem(*Elements,
                  "'" + Elements->Text + "' is not a number of elements");
    if (const Tree *Fill = R.optional(T, "fill")) {
      int Kind = StringSwitch<int>(Fill->Text)
                     .Case("random", int(BufferFill::Kind::Random))
                     .Case("zero", int(BufferFill::Kind::Zero))
                     .Case("index", int(BufferFill::Kind::Index))
                     .Default(-1);
      if (Kind < 0)
        R.problem(*Fill,
                  "fill '" + Fill->Text + "', expected random, zero or index");
      else
        Buffer.K = BufferFill::Kind(Kind);
    }
    if (const Tree *Below = R.optional(T, "below")) {
      uint64_t Value;
      if (StringRef(Below->Text).getAsInteger(10, Value) || Value == 0)
        R.problem(*Below, "'" + Below->Text + "' is not a positive integer");
      else if (Buffer.K != BufferFill::Kind::Random)
        R.problem(*Below, "'below' is for a random fill");
      else
        Buffer.Below = Value;
    }
  }
}

void keepPlaces(const YamlReader &R, const Tree &Of, LaunchFile &File) {
  auto Keep = [&](const std::string &Key, const Tree &T) {
    const SourcePlace Place{T.Line, T.Column};
    auto [Known, IsNew] = File.Places.try_emplace(Key, Place);
    if (!IsNew && Known->second != Place)
      Known->second = {};
  };
  for (StringRef Key : {"global", "local"})
    if (const Tree *T = R.optional(Of, Key))
      Keep(Key.str(), *T);
  for (StringRef Key : {"args", "trips"})
    if (const Tree *T = R.optional(Of, Key))
      for (const auto &[Name, Value] : T->Items)
        Keep((Key + "." + Name).str(), Value);
}

bool isLaunchFile(StringRef Path) {
  auto Text = YamlReader::load(Path);
  if (!Text) {
    consumeError(Text.takeError()); // loadLaunch() says it
    return true;
  }
  Expected<YamlReader> R = YamlReader::read(Path, **Text);
  if (!R) {
    consumeError(R.takeError());
    return (*Text)->getBuffer().contains(Format);
  }
  const Tree *T = R->optional(R->root(), "format");
  return T && T->Text == Format;
}

Expected<LaunchFile> loadLaunch(StringRef Path) {
  Expected<YamlReader> R = YamlReader::open(Path);
  if (!R)
    return R.takeError();
  LaunchFile File;
  File.Path = Path;
  keepPlaces(*R, R->root(), File);
  R->checkFormat(Format, 1);
  R->allowOnly(R->root(),
               {"format", "version", "kernel", "temporaries", "global", "local",
                "args", "max", "trips", "buffers", "launches", "iterate",
                "swap", "borders", "time_loop"});
  if (const Tree *T = R->optional(R->root(), "kernel")) {
    File.Kernel = T->Text;
    if (File.Kernel.empty())
      R->problem(*T, "a kernel's name is expected");
  }
  if (const Tree *T = R->optional(R->root(), "temporaries")) {
    if (T->K != Tree::Kind::Sequence)
      R->problem(*T, "a list of buffers is expected");
    for (const Tree &Name : T->Elements)
      File.Temporaries.push_back(Name.Text);
  }
  readArgs(*R, R->root(), File.L);
  readMaxima(*R, R->root(), File.L);
  readNDRange(*R, R->root(), File.L);
  readTrips(*R, R->root(), File.L);
  readIteration(*R, File.L);
  readBuffers(*R, Path, File);
  if (!R->failed())
    readPlan(*R, File);
  if (R->failed())
    return R->takeError();
  return File;
}

} // namespace roofline

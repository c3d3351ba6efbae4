// Launch files: the NDRange and arguments that a sample is run with.
#include "roofline/DeviceFiles/LaunchFile.h"

#include "LaunchReader.h"

#include "roofline/Options/LaunchOptions.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

using Tree = YamlReader::Tree;

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

void readNDRange(YamlReader &R, const RunFields &F, Launch &L) {
  const Tree *Global = F.Global, *Local = F.Local;
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

/// False where \p T is absent or malformed.
static bool isMapping(YamlReader &R, const Tree *T, StringRef What) {
  if (T && T->K != Tree::Kind::Mapping)
    R.problem(*T, "a mapping of " + What + " is expected");
  return T && T->K == Tree::Kind::Mapping;
}

void readArgs(YamlReader &R, const RunFields &F, Launch &L) {
  if (!isMapping(R, F.Args, "argument names to numbers"))
    return;
  for (const auto &[Name, T] : F.Args->Items)
    if (!bindArgument(Name, T.Text, L))
      R.problem(T, notANumber(T.Text));
}

/// `max`: arguments that a core takes at run time.
static void readMaxima(YamlReader &R, const Tree *Maxima, Launch &L) {
  if (!isMapping(R, Maxima, "argument names to numbers"))
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

static void readBanks(YamlReader &R, const Tree *Banks, Launch &L) {
  if (!isMapping(R, Banks, "argument names to banks"))
    return;
  for (const auto &[Name, T] : Banks->Items)
    if (!bindBank(Name, T.Text, L))
      R.problem(T, "'" + T.Text + "' is not a bank, from 1 to " +
                       std::to_string(MaxBanks));
}

void readTrips(YamlReader &R, const RunFields &F, Launch &L) {
  if (!isMapping(R, F.Trips, "line numbers to trip counts"))
    return;
  for (const auto &[LineText, T] : F.Trips->Items) {
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

static void readIteration(YamlReader &R, const LaunchFields &F, Launch &L) {
  L.SameBorders = F.SameBorders && !F.Iterate;
  if (!F.Iterate)
    return;
  L.Iterate.emplace();
  if (Expected<int64_t> Number = parseSteps(F.Iterate->Text))
    L.Iterate->Steps = *Number;
  else
    R.problem(*F.Iterate, toString(Number.takeError()));
  if (isMapping(R, F.Swap, "arguments to arguments"))
    for (const auto &[Read, Written] : F.Swap->Items) {
      if (Written.Text.empty())
        R.problem(Written, "the name of an argument is expected");
      L.Iterate->Swap.push_back({Read, Written.Text});
    }
  L.Iterate->SameBorders = F.SameBorders;
  L.Iterate->Runner = F.Runner;
}

/// \p File as a path from the launch file's folder.
static std::string pathFrom(YamlReader &R, const Tree &File,
                            StringRef LaunchPath) {
  SmallString<128> Path(File.Text);
  if (Path.empty())
    R.problem(File, "the path of a file is expected");
  if (sys::path::is_relative(Path)) {
    Path = sys::path::parent_path(LaunchPath);
    sys::path::append(Path, File.Text);
  }
  return Path.str().str();
}

static BufferFill readBuffer(YamlReader &R, StringRef LaunchPath,
                             const BufferFields &F) {
  BufferFill Buffer;
  Buffer.K = F.Fill;
  if (F.File) {
    Buffer.K = BufferFill::Kind::File;
    Buffer.File = pathFrom(R, *F.File, LaunchPath);
  }
  if (F.Elements)
    if (StringRef(F.Elements->Text).getAsInteger(10, Buffer.Elements) ||
        Buffer.Elements == 0 || Buffer.Elements > (uint64_t(1) << 40))
      R.problem(*F.Elements,
                "'" + F.Elements->Text + "' is not a number of elements");
  if (F.Below) {
    uint64_t Value;
    if (StringRef(F.Below->Text).getAsInteger(10, Value) || Value == 0)
      R.problem(*F.Below, "'" + F.Below->Text + "' is not a positive integer");
    else if (Buffer.K != BufferFill::Kind::Random)
      R.problem(*F.Below, "'below' is for a random fill");
    else
      Buffer.Below = Value;
  }
  return Buffer;
}

namespace {
/// A visitor of RunFields.
struct PlaceKeeper {
  LaunchFile &File;
  void keep(const std::string &Key, const Tree &T) {
    const SourcePlace Place{T.Line, T.Column};
    auto [Known, IsNew] = File.Places.try_emplace(Key, Place);
    if (!IsNew && Known->second != Place)
      Known->second = {};
  }
  void may(const char *Key, const Tree *T, YamlForm, const Rule & = {}) {
    if (T && T->K == Tree::Kind::Mapping)
      for (const auto &[Name, Value] : T->Items)
        keep((Twine(Key) + "." + Name).str(), Value);
    else if (T)
      keep(Key, *T);
  }
};
} // namespace

void keepPlaces(const RunFields &F, LaunchFile &File) {
  PlaceKeeper Keep{File};
  RunFields Copy = F;
  list(Keep, Copy);
}

/// True where all keys of \p Root, or its NDRange, are those of a launch file:
/// the line that names the format was forgotten.
static bool hasLaunchKeys(const Tree &Root) {
  const json::Value Schema = launchSchema();
  const json::Object *Keys = Schema.getAsObject()->getObject("properties");
  assert(Keys && Keys->get("global") && "the schema lists a launch's keys");
  auto IsNDRange = [](const auto &Item) { return Item.Key == "global"; };
  auto IsKey = [&](const auto &Item) { return Keys->get(Item.Key); };
  return any_of(Root.Items, IsNDRange) ||
         (!Root.Items.empty() && all_of(Root.Items, IsKey));
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
    return (*Text)->getBuffer().contains(LaunchFormat.Name);
  }
  const Tree *T = R->optional(R->root(), "format");
  return T ? T->Text == LaunchFormat.Name : hasLaunchKeys(R->root());
}

Expected<LaunchFile> loadLaunch(StringRef Path) {
  Expected<YamlReader> R = YamlReader::open(Path);
  if (!R)
    return R.takeError();
  LaunchFile File;
  File.Path = Path;
  LaunchFields F;
  readYamlFile(*R, LaunchFormat, F);
  keepPlaces(F.Run, File);
  if (F.Kernel) {
    File.Kernel = F.Kernel->Text;
    if (File.Kernel.empty())
      R->problem(*F.Kernel, "a kernel's name is expected");
  }
  if (F.Temporaries) {
    if (F.Temporaries->K != Tree::Kind::Sequence)
      R->problem(*F.Temporaries, "a list of buffers is expected");
    for (const Tree &Name : F.Temporaries->Elements)
      File.Temporaries.push_back(Name.Text);
  }
  if (F.Top) {
    for (StringRef Name : split(F.Top->Text, ','))
      File.Tops.push_back(Name.trim().str());
    if (is_contained(File.Tops, ""))
      R->problem(*F.Top, "a function's name is expected");
  }
  if (F.Project)
    File.Project = pathFrom(*R, *F.Project, Path);
  readArgs(*R, F.Run, File.L);
  readMaxima(*R, F.Maxima, File.L);
  readBanks(*R, F.Banks, File.L);
  readNDRange(*R, F.Run, File.L);
  readTrips(*R, F.Run, File.L);
  readIteration(*R, F, File.L);
  for (const auto &[Name, Buffer] : F.Buffers)
    File.Buffers[Name] = readBuffer(*R, Path, Buffer);
  if (!R->failed())
    readPlan(*R, F.Launches, File);
  if (R->failed())
    return R->takeError();
  return File;
}

json::Value launchSchema() { return yamlSchemaOf<LaunchFields>(LaunchFormat); }

} // namespace roofline

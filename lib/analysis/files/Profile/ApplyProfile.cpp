// Completes a kernel's launch from a profile.
#include "roofline/Profile/ApplyProfile.h"

#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Process/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace roofline {

/// The macros of \p Options: {"N=4"} of "-O2 -D N=4".
static std::set<std::string> macros(ArrayRef<StringRef> Options) {
  std::set<std::string> Result;
  for (size_t I = 0; I < Options.size(); ++I) {
    StringRef Option = Options[I];
    if (!Option.consume_front("-D"))
      continue;
    if (Option.empty() && I + 1 < Options.size())
      Option = Options[++I];
    Result.insert(Option.str());
  }
  return Result;
}

Expected<NamedProfile>
readProfileOf(StringRef Path, StringRef Source,
              const std::vector<std::string> &ClangArgs,
              const std::vector<std::string> &DeviceDefines,
              const std::vector<KernelSummary> &Kernels) {
  Expected<Profile> P = loadProfile(Path);
  if (!P)
    return P.takeError();
  if (!Source.ends_with(".cl"))
    return createStringError(Source +
                             ": a profile belongs to OpenCL C (.cl), by the "
                             "hash of which it is known");
  auto Text = readInput(Source);
  if (!Text)
    return createStringError(Source + ": " + Text.getError().message());
  const std::string Hash = sourceHash((*Text)->getBuffer());
  std::erase_if(P->Kernels, [&](const KernelProfile &K) {
    return none_of(Kernels, [&](const auto &S) { return S.Name == K.Kernel; });
  });
  const bool KnowsName = !P->Kernels.empty();
  std::erase_if(P->Kernels,
                [&](const KernelProfile &K) { return K.SourceHash != Hash; });
  std::vector<StringRef> Ours(ClangArgs.begin(), ClangArgs.end());
  auto AuthorsMacros = [&](ArrayRef<StringRef> Options) {
    std::set<std::string> Result = macros(Options);
    for (const std::string &Define : DeviceDefines)
      Result.erase(Define);
    return Result;
  };
  for (const KernelProfile &K : P->Kernels) {
    SmallVector<StringRef, 8> Theirs;
    StringRef(K.Options).split(Theirs, ' ', -1, /*KeepEmpty=*/false);
    if (AuthorsMacros(Theirs) != AuthorsMacros(Ours))
      return createStringError(Path + ": kernel '" + K.Kernel +
                               "' was built with '" + K.Options +
                               "': give the same -D");
  }
  if (!P->Kernels.empty())
    return NamedProfile{Path.str(), std::move(*P)};
  if (KnowsName)
    return createStringError(
        Path +
        ": profile of another source: its hash is not that "
        "of " +
        Source + "; profile it again");
  return createStringError(Path + ": profiles no kernel of " + Source);
}

/// True where what \p L gives, and the rest of the profile's, is one launch.
static bool isLaunchOf(const KernelProfile &K, const Launch &L) {
  if (L.Dimensions && L.Global != K.L.Global)
    return false;
  if (L.Local && L.Local != K.L.Local)
    return false;
  return all_of(L.Args, [&](const auto &Arg) {
    auto It = K.L.Args.find(Arg.first);
    return It == K.L.Args.end() || It->second == Arg.second;
  });
}

/// The profiled launch that is, or is nearest to, \p L.
static Expected<const KernelProfile *>
chooseLaunch(const NamedProfile &From, StringRef Kernel, const Launch &L) {
  std::vector<const KernelProfile *> All, Same;
  for (const KernelProfile &K : From.P.Kernels)
    if (K.Kernel == Kernel) {
      All.push_back(&K);
      if (isLaunchOf(K, L))
        Same.push_back(&K);
    }
  if (Same.size() == 1)
    return Same.front();
  if (All.size() <= 1)
    return All.empty() ? nullptr : All.front();
  return createStringError(From.Path + ": kernel '" + Kernel +
                           "' was launched in " + Twine(All.size()) +
                           " ways, of which " + Twine(Same.size()) +
                           " fit: say which by --global, --local and --arg");
}

/// Sizes and arguments of the profiled launch where \p L gives none.
static void completeLaunch(const KernelProfile &K, const KernelSummary &Kernel,
                           Launch &L) {
  const bool IsOneItem = K.L.Global == std::array<uint64_t, 3>{1, 1, 1};
  if (!L.Dimensions && (!isSingleWorkItem(Kernel) || !IsOneItem)) {
    L.Global = K.L.Global;
    L.Dimensions = K.L.Dimensions;
    while (L.Dimensions > 1 && L.Global[L.Dimensions - 1] == 1)
      --L.Dimensions;
  }
  bool Divides = true;
  for (unsigned D = 0; D < 3; ++D)
    Divides &= L.Global[D] % (*K.L.Local)[D] == 0;
  if (!L.Local && L.Dimensions && Divides)
    L.Local = K.L.Local;
  for (const KernelArg &A : Kernel.Args)
    if (A.K == KernelArg::Kind::Scalar && A.Element.Scalar == ScalarKind::Int)
      if (auto It = K.L.Args.find(A.Name); It != K.L.Args.end())
        L.Args.insert(*It);
}

/// \p Mean of the profiled launch on \p L; nothing where no form allows it.
static std::optional<double> scaledMean(const KernelSummary &Kernel,
                                        const Loop &Source, double Mean,
                                        const Launch &Profiled,
                                        const Launch &L) {
  if (Source.Trip.K == TripCount::Kind::AtMost) {
    std::optional<int64_t> Then =
        evaluate(Source.Trip.Count, launchSymbols(Kernel, Profiled));
    std::optional<int64_t> Now =
        evaluate(Source.Trip.Count, launchSymbols(Kernel, L));
    if (Then && Now && *Then > 0)
      return Mean * double(std::max<int64_t>(0, *Now)) / double(*Then);
  }
  if (Profiled.Args == L.Args)
    return Mean;
  return std::nullopt;
}

namespace {

/// A place by its file's name, which is empty for the kernel's own, its line
/// and column.
using FilePlace = std::tuple<std::string, uint32_t, uint32_t>;

/// Names a place as both summary and profile can name it. Each of the two has
/// the path by which its own compiler came to an included file.
class Places {
public:
  explicit Places(const KernelSummary &Kernel) : Main(Kernel.Loc.File) {
    for (const Loop &L : Kernel.Loops)
      add(L.Loc);
    for (const Tally &T : Kernel.Tallies)
      add(T.Loc);
  }

  FilePlace operator()(const SourceLocation &Loc) const {
    const bool IsMain = Loc.File.empty() || Loc.File == Main;
    return {IsMain ? "" : sys::path::filename(Loc.File).str(), Loc.Line,
            Loc.Column};
  }

  /// False where line and column stand for places of several files, which a
  /// ProfiledRun does not tell apart.
  bool isUnique(const SourceLocation &Loc) const {
    auto It = Files.find({Loc.Line, Loc.Column});
    return It == Files.end() || It->second.size() == 1;
  }

private:
  void add(const SourceLocation &Loc) {
    Files[{Loc.Line, Loc.Column}].insert(std::get<0>((*this)(Loc)));
  }

  std::string Main;
  std::map<SourcePlace, std::set<std::string>> Files;
};

/// Shares that a profile tells of code that data may skip.
class Shares {
public:
  Shares(const KernelProfile &K, const KernelSummary &Kernel,
         const Places &PlaceOf)
      : K(K), Kernel(Kernel), PlaceOf(PlaceOf) {
    for (const ProfiledLoop &P : K.Loops)
      Loops[PlaceOf(P.Loc)] = &P;
  }

  void addTo(ProfiledRun &Run) const {
    for (const Loop &Source : Kernel.Loops)
      if (Source.Predicated || mayEndEarly(Source.Parent))
        addEntries(Source, Run);
    // Where one place has several tallies, the profile has their sum.
    std::map<std::pair<FilePlace, std::string>, double> Around;
    std::set<std::pair<FilePlace, std::string>> Others;
    for (const Tally &T : Kernel.Tallies) {
      const bool IsPrivate = T.NumBytes && T.Space == AddressSpace::Private;
      if ((!T.Predicated && !mayEndEarly(T.Loop)) || IsPrivate ||
          !PlaceOf.isUnique(T.Loc))
        Others.insert(key(T)); // known
      Around[key(T)] += double(T.Number) * runs(T.Loop, T.AlsoAtExit);
    }
    std::map<std::pair<FilePlace, std::string>, uint64_t> Executed;
    for (const ProfiledOperation &O : K.Operations)
      if (O.Space != AddressSpace::Private)
        Executed[{PlaceOf(O.Loc), O.Name}] += O.Count;
    for (const Tally &T : Kernel.Tallies)
      if (const double Most = Around[key(T)]; !Others.contains(key(T)))
        Run.Shares[{{T.Loc.Line, T.Loc.Column}, T.Name}] =
            Most > 0 ? double(Executed[key(T)]) / Most : 0;
  }

private:
  std::pair<FilePlace, std::string> key(const Tally &T) const {
    return {PlaceOf(T.Loc), T.Name};
  }

  const ProfiledLoop *profileOf(const Loop &Source) const {
    auto It = Loops.find(PlaceOf(Source.Loc));
    return It == Loops.end() ? nullptr : It->second;
  }

  bool mayEndEarly(std::optional<uint32_t> Id) const {
    for (; Id; Id = Kernel.Loops[*Id].Parent)
      if (Kernel.Loops[*Id].Trip.K != TripCount::Kind::Exact)
        return true;
    return false;
  }

  /// How often the body of a loop ran, or the kernel.
  double runs(std::optional<uint32_t> Id, bool AlsoAtExit) const {
    if (!Id)
      return double(K.WorkItems);
    const ProfiledLoop *P = profileOf(Kernel.Loops[*Id]);
    return P ? double(P->Iterations + (AlsoAtExit ? P->Entries : 0)) : 0;
  }

  void addEntries(const Loop &Source, ProfiledRun &Run) const {
    auto IsThere = [&](const Loop &Other) { return Other.Loc == Source.Loc; };
    if (count_if(Kernel.Loops, IsThere) > 1 || !PlaceOf.isUnique(Source.Loc))
      return;
    const ProfiledLoop *P = profileOf(Source);
    const double Around = runs(Source.Parent, Source.AlsoAtExit);
    Run.EntryShares[{Source.Loc.Line, Source.Loc.Column}] =
        P && Around > 0 ? double(P->Entries) / Around : 0;
  }

  const KernelProfile &K;
  const KernelSummary &Kernel;
  const Places &PlaceOf;
  std::map<FilePlace, const ProfiledLoop *> Loops;
};

} // namespace

/// "256 x 4 work-items, n = 64".
static std::string launchText(const Launch &L) {
  std::string Text = std::to_string(L.Global[0]);
  for (unsigned D = 1; D < 3; ++D)
    if (L.Global[D] > 1 || L.Global[2] > 1)
      Text += " x " + std::to_string(L.Global[D]);
  Text += " work-items";
  for (const auto &[Name, Value] : argumentTexts(L))
    Text += ", " + Name + " = " + Value;
  return Text;
}

/// A loop that no work-item came to has no iterations.
static void addLoopsNotReached(const KernelProfile &K,
                               const KernelSummary &Kernel,
                               const Places &PlaceOf, Launch &L) {
  for (const Loop &Source : Kernel.Loops) {
    const bool IsReached = any_of(K.Loops, [&](const ProfiledLoop &P) {
      return P.Entries > 0 && PlaceOf(P.Loc) == PlaceOf(Source.Loc);
    });
    if (!IsReached && Source.Loc && PlaceOf.isUnique(Source.Loc) &&
        Source.Trip.K != TripCount::Kind::Exact)
      L.Measured.Trips[{Source.Loc.Line, Source.Loc.Column}] = {};
  }
}

Error applyProfile(const NamedProfile &From, const KernelSummary &Kernel,
                   Launch &L) {
  Expected<const KernelProfile *> Chosen = chooseLaunch(From, Kernel.Name, L);
  if (!Chosen)
    return Chosen.takeError();
  if (!*Chosen)
    return Error::success();
  const KernelProfile &K = **Chosen;
  const Places PlaceOf(Kernel);
  const bool IsSame = isLaunchOf(K, L);
  completeLaunch(K, Kernel, L);
  // Arguments that the analysis does not know, as of an unused one.
  Launch Profiled = K.L;
  std::erase_if(Profiled.Args,
                [&](const auto &Arg) { return !L.Args.contains(Arg.first); });
  L.Measured.LaunchText = launchText(Profiled);
  L.Measured.Scaled = !IsSame;
  // A branch keeps its shares on another launch, as a loop its mean.
  Shares(K, Kernel, PlaceOf).addTo(L.Measured);
  for (const ProfiledLoop &P : K.Loops) {
    auto Source = find_if(Kernel.Loops, [&](const Loop &S) {
      return PlaceOf(S.Loc) == PlaceOf(P.Loc);
    });
    if (Source == Kernel.Loops.end() || P.Entries == 0 ||
        !PlaceOf.isUnique(P.Loc) || Source->Trip.K == TripCount::Kind::Exact)
      continue;
    double Mean = double(P.Iterations) / double(P.Entries);
    if (!IsSame) {
      auto Scaled = scaledMean(Kernel, *Source, Mean, Profiled, L);
      if (!Scaled)
        continue;
      Mean = *Scaled;
    }
    L.Measured.Trips[{P.Loc.Line, P.Loc.Column}] = {Mean, P.Least, P.Most};
  }
  addLoopsNotReached(K, Kernel, PlaceOf, L);
  return Error::success();
}

} // namespace roofline

// Launch files that nobody names: those beside the source.
#include "roofline/DeviceFiles/FoundLaunch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace roofline {

std::string findLaunch(StringRef Source,
                       function_ref<void(StringRef)> Skipped) {
  return sys::path::extension(Source) == ".cl" ? launchBeside(Source, Skipped)
                                               : "";
}

std::string launchBeside(StringRef Source,
                         function_ref<void(StringRef)> Skipped) {
  SmallString<128> OfSource(Source), OfFolder(Source);
  sys::path::replace_extension(OfSource, "launch.yaml");
  sys::path::remove_filename(OfFolder);
  sys::path::append(OfFolder, "launch.yaml");
  for (StringRef Path : {OfSource.str(), OfFolder.str()}) {
    if (!sys::fs::is_regular_file(Path))
      continue;
    if (isLaunchFile(Path))
      return Path.str();
    Skipped(Path);
  }
  return "";
}

static std::vector<StringRef> namesOf(StringRef Chain) {
  SmallVector<StringRef> Names;
  Chain.split(Names, ',');
  return {Names.begin(), Names.end()};
}

std::optional<Launch> launchOf(const LaunchFile &File, StringRef Kernel) {
  if (!File.Plan.empty()) {
    const auto First = find_if(
        File.Plan, [&](const PlannedLaunch &P) { return P.Kernel == Kernel; });
    return First == File.Plan.end() ? std::nullopt : std::optional(First->L);
  }
  const std::vector<StringRef> Mentioned = namesOf(File.Kernel);
  if (File.Kernel.empty() || all_of(namesOf(Kernel), [&](StringRef Name) {
        return is_contained(Mentioned, Name);
      }))
    return File.L;
  return std::nullopt;
}

Expected<Launch> launchOf(const LaunchFile &File, StringRef Kernel,
                          const LaunchTexts &Texts) {
  Launch L = launchOf(File, Kernel).value_or(Launch());
  if (!Texts.Global.empty())
    L.Local.reset();
  if (Error E = applyLaunchTexts(Texts, L))
    return E;
  return L;
}

Error addFound(const LaunchFile &File, const KernelSummary &K,
               const LaunchTexts &Texts, Launch &L) {
  if (!launchOf(File, K.Name))
    return Error::success();
  Expected<Launch> Own = launchOf(File, K.Name, Texts);
  if (!Own)
    return Own.takeError();
  eraseArguments(*Own, [&](StringRef Name) {
    return !hasArgument(K, Name) && !L.Args.count(Name) &&
           !L.Floats.count(Name);
  });
  L = std::move(*Own);
  return Error::success();
}

bool adds(const LaunchFile &File, StringRef Kernel, const LaunchTexts &Texts) {
  if (!launchOf(File, Kernel))
    return false;
  Expected<Launch> Both = launchOf(File, Kernel, Texts);
  Launch ByHand;
  if (Error E = applyLaunchTexts(Texts, ByHand)) {
    consumeError(std::move(E)); // --swap belongs to steps of the file
    ByHand = Launch();
  }
  if (Both)
    return *Both != ByHand;
  consumeError(Both.takeError());
  return true;
}

/// The file and the place of \p Key; empty where it has none.
static std::string placeText(const LaunchFile &File, StringRef Key) {
  auto Place = File.Places.find(Key);
  return Place == File.Places.end() || Place->second.first == 0
             ? ""
             : File.Path + ":" + std::to_string(Place->second.first) + ":" +
                   std::to_string(Place->second.second) + ": ";
}

/// The arguments in all launches of \p File that no loop around counts.
static std::set<std::string> argumentsOf(const LaunchFile &File) {
  std::set<std::string> Names;
  for (const auto &[Name, Value] : argumentTexts(File.L))
    Names.insert(Name);
  for (const PlannedLaunch &P : File.Plan)
    for (const auto &[Name, Value] : argumentTexts(P.L))
      if (!is_contained(P.Variables, Name))
        Names.insert(Name);
  return Names;
}

Error checkFound(const LaunchFile &File, ArrayRef<KernelSummary> Kernels) {
  std::vector<const KernelSummary *> Mentioned;
  for (const KernelSummary &K : Kernels)
    if (launchOf(File, K.Name))
      Mentioned.push_back(&K);
  auto IsElsewhere = [&](const PlannedLaunch &P) {
    return none_of(Mentioned, [&](auto *K) { return K->Name == P.Kernel; });
  };
  // A kernel of another source may have what these lack.
  if (Mentioned.empty() || any_of(File.Plan, IsElsewhere))
    return Error::success();
  for (const std::string &Name : argumentsOf(File)) {
    const std::string Place = placeText(File, "args." + Name);
    if (none_of(Mentioned, [&](auto *K) { return hasArgument(*K, Name); }))
      return createStringError(
          (Place.empty() ? File.Path + ": " : Place) +
          (File.Kernel.empty() ? "no kernel of the source has"
                               : "kernel " + File.Kernel + " does not have") +
          " an argument '" + Name + "'" + lostNamesText(Kernels));
  }
  return locate(checkTrips(Kernels, File.L), File, {});
}

/// True where \p Texts give what \p Key of a launch file gives.
static bool isByHand(StringRef Key, const LaunchTexts &Texts) {
  auto Gives = [](StringRef Name) {
    return [Name](StringRef Text) { return Text.split('=').first == Name; };
  };
  if (Key.consume_front("args."))
    return any_of(Texts.Args, Gives(Key));
  if (Key.consume_front("trips."))
    return any_of(Texts.Trips, Gives(Key));
  return !Texts.Global.empty() || (Key == "local" && !Texts.Local.empty());
}

Error locate(Error E, const LaunchFile &File, const LaunchTexts &Texts) {
  return handleErrors(
      std::move(E), [&](std::unique_ptr<LaunchError> Problem) -> Error {
        std::string Key = Problem->Key;
        if (Key == "local" && !File.Places.count(Key))
          Key = "global";
        const bool IsOfFile = !isByHand(Key, Texts);
        const std::string Place = placeText(File, Key);
        if (IsOfFile && !Place.empty())
          return createStringError(Place + Problem->Message);
        if (IsOfFile && !File.Plan.empty()) // several entries say it
          return createStringError(File.Path + ": " + Problem->Message);
        return Error(std::move(Problem));
      });
}

} // namespace roofline

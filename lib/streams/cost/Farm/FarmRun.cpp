// The tasks of one run of a farm, and their results.
#include "FarmRun.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace roofline {

/// Follows lines that set run, results and limit.
constexpr StringLiteral Script = R"(
# Does attempts at tasks of a farm; a result appears once and whole.
# usage: sh run.sh task NUMBER.ATTEMPT
#        sbatch --array=0-N run.sh list FILE PER_JOB   each element some lines of FILE
umask 077
case $1 in
  task) attempts=$2 ;;
  list) first=$((SLURM_ARRAY_TASK_ID * $3 + 1))
        attempts=$(sed -n "$first,$((first + $3 - 1))p" "$run/$2") ;;
esac
child=
trap '[ -z "$child" ] || { kill -TERM $child; wait $child; }; exit 143' TERM INT HUP
for attempt in $attempts; do
  . "$run/${attempt%.*}.task" # key, and the command as $@
  part=$run/$attempt
  out=$part.${SLURM_JOB_ID:-$$}.out # a job may run twice, where its controller failed
  begin=$(date +%s)
  timeout -k 10 "$limit" "$@" </dev/null >"$out" 2>"$part.err" &
  child=$!
  wait $child
  code=$?
  child=
  if [ $code -le 2 ] && [ -s "$out" ]; then
    # A link is made by the first attempt that ends, and by no other.
    ln "$out" "$results/$key" 2>/dev/null || [ -e "$results/$key" ] ||
      mv "$out" "$results/$key"
  fi
  rm -f "$out"
  echo $code $(($(date +%s) - begin)) >"$part.new" && mv "$part.new" "$run/ended/$attempt"
done
)";

/// Files of a run and results are for this user alone, whatever the umask.
const sys::fs::perms OnlyOwner = sys::fs::owner_read | sys::fs::owner_write;

/// \p Text as one word of sh.
static std::string shellWord(StringRef Text) {
  std::string Word = "'";
  for (char C : Text)
    Word += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Word + "'";
}

static std::string pathIn(StringRef Folder, const Twine &Name) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

/// The last attempt at \p Task: "17.0".
std::string FarmRun::last(size_t Task) const {
  return utostr(Task) + "." + utostr(Numbers[Task] - 1);
}

std::string FarmRun::resultPath(size_t Task) const {
  return pathIn(Folder, Tasks[Task].Key);
}

Error FarmRun::write(StringRef Name, StringRef Text) const {
  const std::string Path = Work->file(Name);
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (!EC) {
    EC = sys::fs::setPermissions(Path, OnlyOwner);
    OS << Text;
    OS.close();
    if (OS.has_error())
      EC = OS.error();
    OS.clear_error();
  }
  return EC ? createStringError(EC, Path + ": " + EC.message())
            : Error::success();
}

Error FarmRun::prepare() {
  SmallString<128> Whole(O.Folder);
  sys::fs::make_absolute(Whole);
  Folder = Whole.str().str();
  if (std::error_code EC = sys::fs::create_directories(
          Folder, /*IgnoreExisting=*/true, sys::fs::owner_all))
    return createStringError(EC, Folder + ": " + EC.message());
  Work.emplace(pathIn(Folder, "run"));
  std::error_code EC = Work->error();
  if (!EC)
    EC = sys::fs::create_directory(Work->file("ended"));
  if (!EC)
    EC = sys::fs::setPermissions(Work->file("ended"), sys::fs::owner_all);
  if (EC)
    return createStringError(EC, Folder + ": " + EC.message());
  if (Error E =
          write("run.sh", "#!/bin/sh\nrun=" + shellWord(Work->path()) +
                              "\nresults=" + shellWord(Folder) +
                              "\nlimit=" + utostr(O.TimeLimit) + Script.str()))
    return E;
  Progress.Total = Tasks.size();
  Numbers.resize(Tasks.size());
  std::map<StringRef, size_t> ByKey;
  for (size_t I = 0; I < Tasks.size(); ++I) {
    auto [First, IsNew] = ByKey.try_emplace(Tasks[I].Key, I);
    if (!IsNew) {
      Same.push_back({I, First->second});
      --Progress.Total;
      continue;
    }
    if (readResult(I)) {
      ++Progress.Kept;
      continue;
    }
    std::string Text = "key=" + shellWord(Tasks[I].Key) + "\nset --";
    for (const std::string &Word : Tasks[I].Command)
      Text += " " + shellWord(Word);
    if (Error E = write(utostr(I) + ".task", Text + "\n"))
      return E;
    Open.push_back(I);
  }
  return Error::success();
}

std::string FarmRun::begin(size_t Task) {
  if (Results[Task].Attempts++)
    ++Progress.Again;
  return utostr(Task) + "." + utostr(Numbers[Task]++);
}

void FarmRun::takeBack(size_t Task) {
  if (--Results[Task].Attempts)
    --Progress.Again;
}

void FarmRun::look() {
  // Names of an opened folder have what another machine wrote, where a file
  // that was asked for before may still be known as absent.
  std::error_code EC;
  for (sys::fs::directory_iterator I(Work->file("ended"), EC), End;
       !EC && I != End; I.increment(EC))
    Ended.insert(sys::path::filename(I->path()));
}

bool FarmRun::hasEnded(size_t Task) const { return Ended.contains(last(Task)); }

bool FarmRun::readResult(size_t Task) {
  auto Buffer = MemoryBuffer::getFile(resultPath(Task));
  if (!Buffer || !(*Buffer)->getBufferSize())
    return false;
  Results[Task].Output = (*Buffer)->getBuffer().str();
  ++Progress.Done;
  return true;
}

std::string FarmRun::whyNone(size_t Task, StringRef Lost) const {
  auto Text = [&](const std::string &Name) {
    auto Buffer = MemoryBuffer::getFile(Work->file(Name));
    return Buffer ? (*Buffer)->getBuffer().trim().str() : std::string();
  };
  const std::string Outcome = Text("ended/" + last(Task)); // code, seconds
  int Code = 0;
  unsigned Took = 0;
  if (StringRef(Outcome).split(' ').first.getAsInteger(10, Code) ||
      StringRef(Outcome).split(' ').second.getAsInteger(10, Took))
    return Lost.str();
  // By timeout(1): 124 and 137, after a signal 128 and its number.
  if ((Code == 124 || Code == 137) && Took >= O.TimeLimit)
    return "did not end within " + utostr(O.TimeLimit) + " s";
  if (Code == 137)
    return "was killed, as where memory is short";
  if (Code > 128)
    return "ended by signal " + utostr(Code - 128);
  const std::string Said = lastLines(Text(last(Task) + ".err"));
  return (Said.empty() ? "printed nothing" : Said) +
         (Code > 2 ? " (exit code " + utostr(Code) + ")" : "");
}

bool FarmRun::collect(size_t Task, StringRef Lost) {
  std::error_code EC; // as in look()
  sys::fs::directory_iterator Opened(Folder, EC);
  if (readResult(Task)) {
    Results[Task].Problem.clear();
    return true;
  }
  Results[Task].Problem = whyNone(Task, Lost);
  return false;
}

std::vector<FarmResult> FarmRun::take() {
  for (auto [Task, First] : Same)
    Results[Task] = Results[First];
  return std::move(Results);
}

} // namespace roofline

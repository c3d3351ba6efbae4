// Tasks as job arrays of a Slurm cluster.
//
/// \file
/// The cluster is asked by its own commands: sbatch, squeue, scancel. The run's
/// folder has the outcome of each attempt; squeue says which jobs are gone
/// without a word. Where the controller does not answer, tasks go on and are
/// waited for. Variables as SBATCH_ACCOUNT and SBATCH_QOS reach sbatch.
#include "FarmRun.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <set>
#include <thread>

using namespace llvm;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace roofline {
namespace {

constexpr auto LookPeriod = 200ms; ///< between looks into the folder
constexpr auto AskPeriod = 2s;     ///< between calls of squeue
constexpr auto Patience = 15min;   ///< with a controller that does not answer
/// From when squeue does not know a job to its loss: what it left may reach
/// this machine later.
constexpr auto Grace = 10s;
/// Elements of an array where the cluster says no MaxArraySize.
constexpr size_t DefaultArraySize = 1000;

/// An attempt that was submitted and has not ended.
struct Submitted {
  size_t Task = 0;
  std::string Job;                              ///< "123_4"
  std::optional<Clock::time_point> Missed = {}; ///< squeue lacks it since
};

class SlurmFarm {
public:
  explicit SlurmFarm(FarmRun &Run) : Run(Run), Waiting(Run.open()) {}
  ~SlurmFarm();
  Error run();

private:
  Error findTools();
  Expected<Outcome> call(const std::string &Tool,
                         const std::vector<std::string> &Args) {
    return runWithin(Run.folder(), Tool, Args);
  }
  Error submit();
  Error ask();
  void look();
  void end(const Submitted &S, StringRef Lost);
  Error noAnswer(StringRef Said);

  FarmRun &Run;
  std::string Sbatch, Squeue, Scancel, Scontrol;
  size_t AtOnce = DefaultArraySize; ///< elements of an array, at most
  unsigned Lists = 0;
  std::vector<size_t> Waiting; ///< tasks to be submitted
  std::vector<Submitted> Active;
  std::vector<std::string> Arrays;           ///< "123"
  Clock::time_point Answered = Clock::now(); ///< by the controller
};

Error SlurmFarm::findTools() {
  for (auto [Name, Path] : {std::pair("sbatch", &Sbatch),
                            {"squeue", &Squeue},
                            {"scancel", &Scancel},
                            {"scontrol", &Scontrol}}) {
    Expected<std::string> Found = toolOf(Name, "slurm-client");
    if (!Found)
      return Found.takeError();
    *Path = *Found;
  }
  Expected<Outcome> Config = call(Scontrol, {"show", "config"});
  if (!Config)
    return Config.takeError();
  if (Config->Code)
    return createStringError("the Slurm controller does not answer: " +
                             lastLines(Config->Output));
  StringRef Size = StringRef(Config->Output).split("MaxArraySize").second;
  size_t Most = 0; // indices are smaller
  if (!Size.ltrim(" =").consumeInteger(10, Most) && Most > 1)
    AtOnce = std::min(AtOnce, Most - 1);
  return Error::success();
}

/// After \p Said, which the controller did not answer.
Error SlurmFarm::noAnswer(StringRef Said) {
  Run.Progress.Waiting = "the Slurm controller";
  if (Clock::now() - Answered < Patience)
    return Error::success();
  return createStringError("the Slurm controller has not answered for 15 "
                           "minutes: " +
                           lastLines(Said));
}

/// Submits tasks that wait, an array at most.
Error SlurmFarm::submit() {
  const size_t PerJob = Run.O.TasksPerJob;
  const size_t Number = std::min(Waiting.size(), AtOnce * PerJob);
  const ArrayRef<size_t> Tasks = ArrayRef(Waiting).take_front(Number);
  std::string List;
  for (size_t Task : Tasks)
    List += Run.begin(Task) + "\n";
  const std::string Name = "list-" + utostr(Lists++);
  if (Error E = Run.write(Name, List))
    return E;
  SmallString<128> Here;
  sys::fs::current_path(Here);
  // One minute more than timeout(1), which says what happened.
  std::vector<std::string> Args = {
      "--parsable",
      "--no-requeue",
      "--array=0-" + utostr((Number - 1) / PerJob),
      "--job-name=" + Run.O.Name,
      "--chdir=" + Here.str().str(),
      "--output=" + Run.file("slurm-%A_%a.log"),
      "--time=" + utostr((uint64_t(Run.O.TimeLimit) * PerJob + 59) / 60 + 1)};
  if (!Run.O.Place.Partition.empty())
    Args.push_back("--partition=" + Run.O.Place.Partition);
  append_range(Args, std::vector<std::string>{Run.script(), "list", Name,
                                              utostr(PerJob)});
  Expected<Outcome> Said = call(Sbatch, Args);
  if (!Said)
    return Said.takeError();
  StringRef Id = StringRef(Said->Output).trim().rsplit('\n').second;
  if (Id.empty())
    Id = StringRef(Said->Output).trim();
  Id = Id.split(';').first;
  if (Said->Code || Id.empty() || !all_of(Id, isDigit)) {
    // A cluster that takes no more now has some of ours; else what is asked
    // for is wrong, or the controller is away.
    Expected<Outcome> Queue = call(Squeue, {"--me", "-h"});
    if (!Queue)
      return Queue.takeError();
    for (size_t Task : Tasks)
      Run.takeBack(Task);
    if (Queue->Code)
      return noAnswer(Said->Output);
    if (!Active.empty())
      return Error::success();
    if (AtOnce == 1)
      return createStringError("sbatch: " + lastLines(Said->Output));
    AtOnce /= 2; // a limit of this user's jobs may be lower
    return submit();
  }
  Answered = Clock::now();
  Arrays.push_back(Id.str());
  for (auto [I, Task] : enumerate(Tasks))
    Active.push_back({Task, (Id + "_" + Twine(I / PerJob)).str()});
  Waiting.erase(Waiting.begin(), Waiting.begin() + Number);
  return Error::success();
}

/// Takes what the attempt \p S came to.
void SlurmFarm::end(const Submitted &S, StringRef Lost) {
  if (Run.collect(S.Task, Lost))
    return;
  if (Run.attempts(S.Task) <= Run.O.Resubmissions)
    Waiting.push_back(S.Task);
  else
    Run.giveUp(S.Task);
}

/// Takes the attempts that have ended.
void SlurmFarm::look() {
  Run.look();
  erase_if(Active, [&](const Submitted &S) {
    if (!Run.hasEnded(S.Task))
      return false;
    end(S, "");
    return true;
  });
}

/// Gives up attempts that are gone without a word, as where a machine failed.
Error SlurmFarm::ask() {
  Expected<Outcome> Queue =
      call(Squeue, {"--me", "-h", "-r", "-o", "%F_%K %t %r"});
  if (!Queue)
    return Queue.takeError();
  if (Queue->Code)
    return noAnswer(Queue->Output);
  Answered = Clock::now();
  Run.Progress.Waiting.clear();
  std::set<StringRef> Known;
  std::string Reason; // of a job that does not run
  bool IsRunning = false;
  SmallVector<StringRef, 0> Lines;
  StringRef(Queue->Output).split(Lines, '\n');
  for (StringRef Line : Lines) {
    auto [Job, State] = Line.split(' ');
    Known.insert(Job);
    if (!is_contained(Arrays, Job.split('_').first))
      continue;
    auto [Short, Why] = State.split(' ');
    IsRunning |= Short != "PD";
    if (Short == "PD")
      Reason = Why;
  }
  if (!IsRunning && !Reason.empty() &&
      !is_contained({"None", "Resources", "Priority"}, Reason))
    Run.Progress.Waiting = "the cluster: " + Reason;
  look(); // an attempt may have ended before squeue was asked
  erase_if(Active, [&](Submitted &S) {
    if (Known.count(S.Job)) {
      S.Missed.reset();
      return false;
    }
    if (!S.Missed)
      S.Missed = Clock::now();
    if (Clock::now() - *S.Missed < Grace)
      return false;
    end(S, "job " + S.Job +
               " ended without a word, as where its machine fails or does not "
               "see the folder of the results");
    return true;
  });
  return Error::success();
}

Error SlurmFarm::run() {
  if (Error E = findTools())
    return E;
  auto Asked = Clock::now();
  while (!Waiting.empty() || !Active.empty()) {
    if (RunFolder::isInterrupted())
      return Error::success();
    const bool IsTime = Clock::now() - Asked >= AskPeriod;
    if (!Waiting.empty() && (Arrays.empty() || IsTime))
      if (Error E = submit())
        return E;
    if (IsTime) {
      if (Error E = ask())
        return E;
      Asked = Clock::now();
    }
    look();
    Run.tell();
    if (!Waiting.empty() || !Active.empty())
      std::this_thread::sleep_for(LookPeriod);
  }
  return Error::success();
}

/// Cancels what is still in the queue, also after an interrupt.
SlurmFarm::~SlurmFarm() {
  if (Active.empty())
    return;
  std::vector<StringRef> Args = {Scancel, "--quiet"};
  append_range(Args, Arrays);
  std::optional<StringRef> Redirects[] = {"", "", ""};
  sys::ExecuteAndWait(Scancel, Args, std::nullopt, Redirects);
}

} // namespace

Error runOnSlurm(FarmRun &Run) { return SlurmFarm(Run).run(); }

} // namespace roofline

// The keys of a launch file.
#ifndef ROOFLINE_LIB_DEVICEFILES_LAUNCHFIELDS_H
#define ROOFLINE_LIB_DEVICEFILES_LAUNCHFIELDS_H

#include "LaunchForms.h"

#include "roofline/DeviceFiles/LaunchFile.h"

namespace roofline {

/// The sizes, arguments and trip counts of a kernel's run; in a list of
/// launches they may be made of variables.
struct RunFields {
  bool InList = false;
  const YamlTree *Global = nullptr, *Local = nullptr, *Args = nullptr,
                 *Trips = nullptr;
};
template <typename V> void list(V &Visit, RunFields &S) {
  Visit.may("global", S.Global, namedSizesForm,
            {.Says = "NDRange: numbers, or names of args and max"});
  Visit.may("local", S.Local, S.InList ? namedSizesForm : sizesForm);
  Visit.may("args", S.Args, S.InList ? madeNumbersForm : numbersForm);
  Visit.may("trips", S.Trips, S.InList ? madeTripsForm : tripsForm);
}

/// The values that a variable takes.
struct LoopFields {
  const YamlTree *Place = nullptr, *Name = nullptr, *First = nullptr,
                 *Last = nullptr, *Step = nullptr, *Times = nullptr,
                 *Until = nullptr;
};
template <typename V> void list(V &Visit, LoopFields &S) {
  Visit.place(S.Place);
  Visit.need("name", S.Name, textForm);
  Visit.need("from", S.First, madeNumberForm);
  Visit.may("to", S.Last, madeNumberForm);
  Visit.may("step", S.Step, madeNumberForm);
  Visit.may("times", S.Times, madeNumberForm);
  Visit.may("until", S.Until, madeNumberForm);
  Visit.without("times", {"to", "step"}, "beside 'times'");
  Visit.together({"times", "until"});
  Visit.either("key 'to' is missing", {{"to"}, {"times", "until"}});
}

/// A launch, or a list of them, each of which comes some times.
struct EntryFields {
  const YamlTree *Place = nullptr, *Times = nullptr, *Kernel = nullptr;
  std::optional<LoopFields> For;
  RunFields Run = {.InList = true};
  std::vector<EntryFields> Launches, Together;
};
constexpr Rule LaunchEntry = {.Expected =
                                  "a launch is a mapping: { kernel: .. }"};
constexpr Rule LaunchList = {.Least = 1,
                             .Each = &LaunchEntry,
                             .Expected = "a list of launches is expected"};
template <typename V> void list(V &Visit, EntryFields &S) {
  Visit.place(S.Place);
  Visit.group("for", S.For,
              {.Expected = "a loop is a mapping: { name: n, from: 0, to: 9 }"});
  Visit.may("times", S.Times, madeNumberForm);
  Visit.mayElements("launches", S.Launches, LaunchList);
  Visit.mayElements("together", S.Together, LaunchList);
  Visit.may("kernel", S.Kernel, textForm);
  list(Visit, S.Run);
  Visit.without("launches",
                {"together", "kernel", "global", "local", "args", "trips"},
                "beside 'launches'");
  Visit.without("together", {"kernel", "global", "local", "args", "trips"},
                "beside 'together'");
}

constexpr Choice<BufferFill::Kind> Fills[] = {
    {"random", BufferFill::Kind::Random},
    {"zero", BufferFill::Kind::Zero},
    {"index", BufferFill::Kind::Index}};

struct BufferFields {
  const YamlTree *Elements = nullptr, *Below = nullptr, *File = nullptr;
  BufferFill::Kind Fill = BufferFill::Kind::Random;
};
template <typename V> void list(V &Visit, BufferFields &S) {
  Visit.may("elements", S.Elements, wholeForm, FromOne);
  Visit.mayChoice("fill", S.Fill, Fills);
  Visit.may("below", S.Below, wholeForm, FromOne);
  Visit.may("file", S.File, textForm);
  Visit.without("file", {"fill", "below"}, "beside 'file'");
  Visit.either("key 'elements' is missing", {{"elements"}, {"file"}});
}

constexpr Choice<bool> Borders[] = {{"same", true}};
constexpr Choice<StepLoop> TimeLoops[] = {{"swaps", StepLoop::Kernel},
                                          {"copies", StepLoop::Copies}};

struct LaunchFields {
  const YamlTree *Kernel = nullptr, *Temporaries = nullptr, *Maxima = nullptr,
                 *Iterate = nullptr, *Swap = nullptr, *Banks = nullptr,
                 *Top = nullptr, *Project = nullptr;
  RunFields Run;
  std::vector<Named<BufferFields>> Buffers;
  std::vector<EntryFields> Launches;
  bool SameBorders = false;
  StepLoop Runner = StepLoop::Host;
};
constexpr FileFormat LaunchFormat = {
    "roofline-launch", 1, "launch file", "launch",
    "What a kernel is run with, in YAML. See docs/launch-format.md."};
template <typename V> void list(V &Visit, LaunchFields &S) {
  Visit.format(LaunchFormat);
  Visit.may("kernel", S.Kernel, textForm);
  Visit.may("temporaries", S.Temporaries, textsForm);
  list(Visit, S.Run);
  Visit.may("max", S.Maxima, mostForm,
            {.Says = "Arguments that a core takes at run time, up to these "
                     "values."});
  Visit.may("banks", S.Banks, mostForm,
            {.Says = "Memory bank of each buffer, from 1; without them the "
                     "board interleaves buffers over its banks."});
  Visit.mayEach("buffers", S.Buffers,
                {.Expected = "a mapping of argument names to buffers is "
                             "expected"});
  Visit.mayElements("launches", S.Launches, LaunchList);
  Visit.may("iterate", S.Iterate, wholeForm, FromOne);
  Visit.may("swap", S.Swap, namesForm);
  Visit.mayChoice("borders", S.SameBorders, Borders);
  Visit.mayChoice(
      "time_loop", S.Runner, TimeLoops,
      {.Says = "The steps are those of a loop in the kernel, in which pointers "
               "change places, or copies follow; in the folders that roofline "
               "emit writes."});
  Visit.may("top", S.Top, textForm,
            {.Says = "Functions of C or C++ to synthesise: first,second"});
  Visit.may("project", S.Project, textForm,
            {.Says = "Tcl script or cfg file of Vitis HLS, by a path from this "
                     "file's folder."});
  for (const char *Key : {"top", "project"})
    Visit.without(Key,
                  {"kernel", "temporaries", "global", "local", "args", "trips",
                   "max", "buffers", "launches", "iterate", "swap", "borders"},
                  "is for OpenCL kernels, not for functions of C++");
  Visit.with("local", {"global"}, "local sizes without global ones");
  Visit.with("swap", {"iterate"}, "without 'iterate'");
  Visit.with("time_loop", {"iterate"}, "without 'iterate'");
}

} // namespace roofline

#endif

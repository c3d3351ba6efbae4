// Commands of the driver. Options.td has their options.
include "llvm/Option/OptParser.td"
include "llvm/TableGen/SearchableTable.td"

// Some versions of LLVM write texts of commands as they are between quotes. The others
// do so with code, which a text of two is where one of them is; what was replaced is none.
#ifdef QUOTES_TEXTS
class Quoted<string text> {
  string Text = !subst("\n", "\n", text);
}
#else
class Quoted<string text> {
  string Text = !subst("\n", "\\n", text);
}
#endif

// A command: `does` is its line of `roofline --help`. Its own help has `usage`,
// `description`, the options, `exits`.
class Command<string name, string arguments, string does, string usage,
              string description, string exits> : OptionVisibility {
  string Name = name;
  string Arguments = arguments;
  string Does = does;
  string Usage = Quoted<usage#"\n"#description>.Text;
  string Exits = Quoted<exits>.Text;
}

def Analyze : Command<"analyze", "FILE",
  "price the kernels of a .cl, .ll, .bc or .summary.json file",
  "usage: roofline analyze FILE [OPTIONS]", [{
Prices the kernels of FILE on a device: time, what limits it, what to change.
FILE is OpenCL C (.cl), LLVM IR of a SPIR target (.ll, .bc), or a kernel summary
(.summary.json). OpenCL C is compiled with the macros of the device's vendor, as
ALTERA_CL.
}], [{
exit codes: 0 done, 1 bad input, 2 done but something unknown changes the answer (an
            input, or a decision of data), or a limit of --fail-on is broken
}]>;

def Diff : Command<"diff", "OLD NEW",
  "what became slower between two reports, and why",
  "usage: roofline diff OLD.json NEW.json [OPTIONS]", [{
Says what became slower or faster between two reports of `roofline analyze --json`,
kernel by kernel, and which input changed: an access, an interval, a trip count, the
design, the launch, the device. Loops and accesses are found again where lines moved.
}], [{
exit codes: 0 done, and within all limits; 1 bad input; 2 done, but a limit is broken,
            or a number that has a limit is not known
}]>;

def CalibrateBoard : Command<"calibrate board", "STREAMS.csv",
  "the constants of a board's memory, of measured streams",
  "usage: roofline calibrate board STREAMS.csv --device NAME [-o FILE]", [{
Reads the constants of a board's memory off the times of kernels that only stream:
shares of the peak, rings, holds, the start of a launch. Says how many runs show each,
what it is worth, and which no run shows. The device file that it writes has the given
device as base. docs/calibrate-board.md has the measurements that show most.
}], [{
exit codes: 0 done, 1 bad input
}]>;

def Calibrate : Command<"calibrate", "",
  "measure by synthesis what operators need on an FPGA family",
  "usage: roofline calibrate --target xc7|xcup|ecp5|cyclonev [-o FILE] [OPTIONS]", [{
Measures, by synthesis with yosys, what the operators, delays, buffers, counters
and interfaces of emitted cores need on an FPGA family, and writes it as a cost
file. Results are kept: an interrupted run goes on where it was.
}], [{
exit codes: 0 done, 1 bad input, no yosys, or a synthesis that failed, 2 done but
a module is missing, and the structures that instantiate it are left out
}]>;

def Variants : Command<"variants", "FILE",
  "every design of a kernel on an FPGA, priced",
  "usage: roofline variants FILE [OPTIONS]", [{
Every design variant of the kernels of FILE on a device, priced: cycles, time,
what limits it, resources. FILE is OpenCL C (.cl), LLVM IR (.ll, .bc) or stream
kernels (.streams.json). docs/variants.md describes the variants.
}], [{
exit codes: 0 done, 1 bad input, 2 no design fits, or it is not known
}]>;

def Explore : Command<"explore", "FILE",
  "the best design, and all that no other one beats",
  "usage: roofline explore FILE [OPTIONS]", [{
The best design variant of the kernels of FILE on a device, and all that no other
one beats in everything. The search is exact. FILE is as for roofline variants,
or a kernel summary (.summary.json). docs/explore.md describes the designs.
}], [{
exit codes: 0 done, 1 bad input, 2 no design fits, or it is not known
}]>;

def Stencil : Command<"stencil", "FILE",
  "a kernel as a step of an iterative stencil, and its cones",
  "usage: roofline stencil FILE --iterate H [OPTIONS]", [{
A kernel, or a chain of kernels, of FILE as one step of an iterative stencil: its
fields, how far a step reads of each around a cell, its operators. With the options
of a machine the best cones of fused steps by the model of DAC17: overlapped tiles,
tiles with pipes, and tiles of unequal sizes. docs/stencil.md describes them.
}], [{
exit codes: 0 done, 1 bad input, 2 no design of some kind fits
}]>;

defvar EmitExits = [{
exit codes: 0 done, 1 bad input, 2 done but not compared with the original: the
buffers have more than 1 GiB
}];

def EmitVerilog : Command<"emit verilog", "FILE",
  "a design as Verilog, with what proves it",
  "usage: roofline emit verilog FILE -o DIR [OPTIONS]", [{
One design variant of a kernel as a core: Verilog-2005 with AXI4-Streams, a
self-checking testbench, a FuseSoC core file, a description and what `roofline
verify` needs. FILE is OpenCL C (.cl) or LLVM IR (.ll, .bc). The kernel as
streams is run against the original before anything is written.
docs/verilog.md describes cores, docs/variants.md variants.
}], EmitExits>;

def EmitSystem : Command<"emit system", "FILE",
  "a design with registers, a host's drivers, and a board",
  "usage: roofline emit system FILE -o DIR [--board NAME] [OPTIONS]", [{
One design variant of a kernel as a core with AXI4 masters, on one AXI4 port and
behind AXI4-Lite registers; drivers for its host in C and Python; a simulation of
both, which compares a launch with the original kernel; and the project of a board.
FILE is as for roofline emit verilog. docs/system.md describes the folder.
}], EmitExits>;

def EmitOpenCL : Command<"emit opencl", "FILE",
  "a design as OpenCL C, with what proves it",
  "usage: roofline emit opencl FILE -o DIR [--dialect NAME] [OPTIONS]", [{
One design variant of a kernel, or of its time steps, as OpenCL C: a reader, one
kernel for each step and a writer, joined by pipes; or one kernel without pipes.
With it go a description, data, a Makefile whose `make check` runs it on this
machine, and what `roofline verify` needs. The kernel as streams, and a pass of
several steps, are run against the original before anything is written.
docs/opencl.md describes programs, docs/variants.md variants.
}], EmitExits>;

def EmitHls : Command<"emit hls", "FILE",
  "a design as HLS C++, with what proves it",
  "usage: roofline emit hls FILE -o DIR [OPTIONS]", [{
One design variant of a kernel, or of its time steps, as HLS C++: a function for
the reader, for each step and for the writer, joined by hls::stream in a DATAFLOW
region; a script for the vendor's tool. With it go a description, data, a Makefile
whose `make check` runs it on this machine with streams of bounded depth, and what
`roofline verify` needs. The kernel as streams, and a pass of several steps, are
run against the original before anything is written.
docs/hls.md describes programs, docs/variants.md variants.
}], EmitExits>;

def EmitNetlist : Command<"emit netlist", "FILE",
  "the lane of a design as a netlist of words",
  "usage: roofline emit netlist FILE [OPTIONS]", [{
One lane of a design variant of a kernel as a netlist: operators, registers, delays
and memories between words, of which `roofline emit verilog` prints the lane's module.
It is written as JSON, or as text to read; or a table says what each line of the
source needs. FILE is as for roofline emit verilog.
docs/netlist.md describes the cells, docs/variants.md variants.
}], [{
exit codes: 0 done, 1 bad input
}]>;

def Verify : Command<"verify", "DIR|FILE",
  "a core, a program or a kernel's designs against original and prediction",
  "usage: roofline verify DIR [OPTIONS]\n"
  "       roofline verify FILE --variant TEXT | --front | --space [OPTIONS]", [{
Proves a core that `roofline emit verilog` wrote: a simulator runs it on new random
data against the original kernel, with and without back-pressure, yosys
synthesises it, and a table shows predictions and results. Of FILE, OpenCL C (.cl)
or LLVM IR (.ll, .bc), it proves one design without a folder, or every design of a
space, on this machine or on a cluster: docs/farm.md.

A program that `roofline emit opencl` or `hls` wrote is compiled for this machine's
processor and run, its kernels side by side with FIFOs of its pipes' depths, under
random schedules.
}], [{
exit codes: 0 proven, 1 not proven or bad input, 2 proven, but a number of the
table is unknown
}]>;

def Farm : Command<"farm", "TASKS",
  "run many commands, on this machine or on a Slurm cluster",
  "usage: roofline farm TASKS.json [OPTIONS]", [{
Runs the commands that a task file lists, side by side on this machine or as job
arrays of a Slurm cluster. A task's output is its result, which is kept: a task
whose result is there is not run again, so an interrupted farm goes on where it
was. On a cluster a task that fails or gets lost is submitted again, twice at most.
docs/farm.md describes the format.
}], [{
exit codes: 0 each task has a result, 1 bad input, 2 some have none
}]>;

def Devices : Command<"devices", "[NAME]",
  "list the device files, or show one with its sources",
  "usage: roofline devices [NAME|FILE]", [{
Lists the devices, or shows one: each value with its unit and source.
Device files are searched in $ROOFLINE_DEVICES and in the installed share folder.
}], [{
exit codes: 0 done, 1 bad input
}]>;

def Measure : Command<"measure", "",
  "measure an OpenCL device, or a kernel on it",
  "usage: roofline measure -o DEVICE.yaml [OPTIONS]\n"
  "       roofline measure FILE [--device DEVICE.yaml] [OPTIONS]", [{
Without FILE: measures an OpenCL device by micro-benchmarks, in less than a
minute, and writes what it reaches as a device file for --device of all commands.
With FILE, OpenCL C (.cl): runs its kernel and gives time, power, performance and
energy, and its place under the roofs of DEVICE.yaml.
}], [{
exit codes: 0 done, 1 bad input or a device that fails, 2 done but something is
unknown or contradicts the roofs
}]>;

def Profile : Command<"profile", "FILE",
  "run a kernel under Oclgrind and count what it executes",
  "usage: roofline profile FILE.cl [OPTIONS]\n"
  "       roofline profile [-o FILE] [--timeout S] --app PROGRAM [ARGUMENTS]", [{
Runs a kernel under Oclgrind, unoptimised, and writes what it executed: trip counts,
branches, operations by source place, bytes by address space, barriers.
`roofline analyze --profile` reads it. With --app, all kernels of an OpenCL program.
}], [{
exit codes: 0 done, 1 bad input, a kernel that faults, or one that does not end
}]>;

def Plot : Command<"plot", "[FILE]",
  "draw rooflines: HTML, SVG, CSV, or on the terminal",
  "usage: roofline plot [FILE...] [OPTIONS]", [{
Draws the roofs of devices and where kernels stand under them. FILE is plot data, as
-o FILE.json writes it, or kernels as `roofline analyze` takes them, each file with the
launch that is found beside it; without FILE the devices are drawn alone.
}], [{
exit codes: 0 done, 1 bad input, 2 done but a kernel has no place or a measured point
is above its roof
}]>;

def Platform : Command<"platform", "FILE",
  "choose the processing units of a system",
  "usage: roofline platform SYSTEM.yaml [OPTIONS]", [{
Maps the blocks of an application on processing units: which units may run which
block, at what risk, and all mappings that meet the requirements, with the Pareto
front over risk, cost and power. docs/system-format.md describes the file.
}], [{
exit codes: 0 done, 1 bad input, 2 no feasible mapping, or something unknown could
change the answer
}]>;

// All commands, in the order of `roofline --help`.
defvar Everywhere = [Analyze, Diff, CalibrateBoard, Calibrate, Variants, Explore, Stencil,
                     EmitVerilog, EmitSystem, EmitOpenCL, EmitHls, EmitNetlist,
                     Verify, Farm, Devices, Measure, Profile, Plot, Platform];
// Their texts, and the bits that options name the commands by that take them; bit 0 is
// LLVM's own.
class Entry<Command command, int place> {
  string Word = !cast<string>(command);
  int Place = !shl(2, place);
  string Id = "Command::"#Word;
  string Bit = "CommandBit::"#Word;
  string Name = command.Name;
  string Arguments = command.Arguments;
  string Does = command.Does;
  string Usage = command.Usage;
  string Exits = command.Exits;
}
foreach place = !range(!size(Everywhere)) in
  def Entry#!add(100, place) : Entry<Everywhere[place], place>; // tables are sorted by name
def CommandBit : GenericEnum {
  let FilterClass = "Entry";
  let NameField = "Word";
  let ValueField = "Place";
}
def CommandTexts : GenericTable {
  let FilterClass = "Entry";
  let CppTypeName = "CommandEntry";
  let Fields = ["Id", "Bit", "Name", "Arguments", "Does", "Usage", "Exits"];
  string TypeOf_Id = "code";
  string TypeOf_Bit = "code";
}

// Commands that write a design as a folder.
defvar Folders = [EmitVerilog, EmitSystem, EmitOpenCL, EmitHls];
defvar Emits = !listconcat(Folders, [EmitNetlist]);
// Commands that take designs of streams, with a device.
defvar Designs = [Variants, Explore, Verify];
// Commands that take kernels as streams.
defvar Streams = !listconcat(Designs, Emits, [Stencil]);
// Commands that take steps of a kernel.
defvar Iterating = !listconcat([Explore, Verify, Stencil], Emits);
// Commands that take functions of C and C++.
defvar OfCpp = !listconcat([Analyze, Plot], Streams);
// Commands that take kernels and their launch.
defvar Kernels = !listconcat([Analyze, Plot, Profile, Measure], Streams);

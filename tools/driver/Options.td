// All options of the driver: name, value, help and the commands that take it, in
// the order of `roofline COMMAND --help`.
include "Commands.td"

// LLVM keeps the order of options alone that say which field they fill.
class InOrder : MarshallingInfo<KeyPathAndMacro<"", "field">, "">;

// LLVM tells options of one name apart by their prefixes: `again` counts the
// options of that name above.
class Prefixes<int again, list<string> first = ["--", "-"]> {
  list<string> All = !listconcat(first, !listsplat("-", again));
}

// An option that the commands `by` take.
class Taken<list<Command> by, list<string> prefixes, string name, OptionKind kind>
    : Option<prefixes, name, kind> {
  let Visibility = by;
}

class Switch<list<Command> by, string name, string help, int again = 0>
    : Taken<by, Prefixes<again>.All, name, KIND_FLAG>, HelpText<help>, InOrder;

// `--name VALUE` and `--name=VALUE`; `values` are those that a shell completes.
multiclass Value<list<Command> by, string name, string metavar, string help,
                 int again = 0, string values = "",
                 list<string> first = ["--", "-"]> {
  def "" : Taken<by, Prefixes<again, first>.All, name, KIND_SEPARATE>,
           HelpText<help>, InOrder, MetaVarName<metavar>, Values<values>;
  def _EQ : Taken<by, Prefixes<again, first>.All, name#"=", KIND_JOINED>,
            Alias<!cast<Option>(NAME)>;
}

// One of `values`, which are separated by commas; another one is an error.
def OneOf : OptionFlag;
multiclass Choice<list<Command> by, string name, string values, string help,
                  int again = 0> {
  let Flags = [OneOf] in
  defm "" : Value<by, name, !subst(",", "|", values), help, again, values>;
}

// -o.
multiclass Written<list<Command> by, string help, int again,
                   string metavar = "FILE"> {
  defm "" : Value<by, "o", metavar, help, again, "", ["-", "--"]>;
}

// An earlier name of `option`, which help does not show.
multiclass Earlier<list<Command> by, string name, Option option> {
  let Flags = [HelpHidden] in
  def "" : Taken<by, Prefixes<0>.All, name, KIND_SEPARATE>, Alias<option>;
  def _EQ : Taken<by, Prefixes<0>.All, name#"=", KIND_JOINED>, Alias<option>;
}
// --output, another name of `option`.
multiclass Output<list<Command> by, Option option, int again = 0> {
  def "" : Taken<by, Prefixes<again>.All, "output", KIND_SEPARATE>,
           Alias<option>;
  def _EQ : Taken<by, Prefixes<again>.All, "output=", KIND_JOINED>,
            Alias<option>;
}

// Options of clang's, as clang has them.
class Letter<string name, string metavar, string help>
    : Taken<Kernels, ["-"], name, KIND_JOINED_OR_SEPARATE>, HelpText<help>,
      InOrder, MetaVarName<metavar>;
multiclass Clang<string name, string metavar, string help> {
  defm "" : Value<Kernels, name, metavar, help, 0, "", ["-", "--"]>;
}

//===----------------------------------------------------------------------===//
// Options of single commands
//===----------------------------------------------------------------------===//

// calibrate board
defm calibrated_device : Value<[CalibrateBoard], "device", "NAME|FILE",
  "the board, or one of its family, with what is known of it", 5>;
defm calibrated_o : Written<[CalibrateBoard],
  "the device file; - is standard output", 6>;

// calibrate
defm calibrate_target : Choice<[Calibrate], "target", "xc7,xcup,ecp5,cyclonev",
  "the family">;
defm calibrate_o : Written<[Calibrate],
  "the cost file; - is standard output (default)", 0>;
defm widths : Value<[Calibrate], "widths", "W[,W...]",
  "operand widths [bit] to measure, each 1 to 64 (default: breakpoints are "
  "found by bisection)">;
defm from : Value<[Calibrate], "from", "FILE",
  "go on from a cost file: its points are not measured again">;
def delays : Switch<[Calibrate], "delays",
  "measure only the delays that the points of FILE lack">;
defm only : Value<[Calibrate], "only", "NAME[,NAME...]",
  "only these structures, as add, udiv, delay">;
defm yosys : Value<[Calibrate], "yosys", "FILE",
  "the program, instead of the one in PATH">;
defm rtl : Value<[Calibrate], "rtl", "DIR",
  "the Verilog modules of cores (default: the installed ones)">;
defm cache : Value<[Calibrate], "cache", "FILE",
  "where results are kept (default in the user's cache)">;
def no_cache : Switch<[Calibrate], "no-cache", "keep no results">;
defm batch : Value<[Calibrate], "batch", "FILE",
  "the task of a cluster: synthesise the modules of FILE, print their cells "
  "and delays as JSON">;

// explore
defm designs : Choice<[Explore], "designs", "kernel,core",
  "designs of the kernel as the OpenCL compiler builds it (unrolling, SIMD, "
  "compute units, work-groups), or of a core (default: kernel, where the device "
  "has a `board` model and no option asks for a core)">;
defm objective : Choice<[Explore], "objective", "time,energy,area",
  "what is best (default time; kernel: time alone)">;
defm synthesise : Value<[Explore], "synthesise", "N",
  "run yosys on the N best cores of the front and print the prediction beside "
  "the result">;

// emit
defm dialect : Choice<[EmitOpenCL], "dialect", "pipe,intel,xilinx,plain",
  "pipe (default): OpenCL 2.0 pipe arguments; intel: channels; xilinx: pipes of "
  "the program; plain: one kernel without pipes">;
defm depth : Value<[EmitOpenCL, EmitHls], "depth", "N",
  "packets that each pipe holds (default 2; xilinx: 16; between tiles the "
  "packets of two steps)">;
defm core_variant : Value<[EmitVerilog, EmitSystem, EmitNetlist], "variant", "TEXT",
  "the design (default 'map-pipe f'), as `roofline explore` prints it">;
defm core_name : Value<[EmitVerilog, EmitSystem], "name", "NAME",
  "name of the core, with which the names of all its modules begin (default: "
  "the kernel's)", 1>;
defm program_variant : Value<[EmitOpenCL, EmitHls], "variant", "TEXT",
  "the design (default 'map-pipe f'): one lane, vectors, fused steps, tiles "
  "side by side", 1>;
defm board : Choice<[EmitSystem], "board",
  "none,ulx3s,icebreaker,de10-nano",
  "none (default): a system to integrate; ulx3s: the Radiona ULX3S 85F, with its "
  "SDRAM and serial line; icebreaker: the iCEBreaker, with RAM on its iCE40UP5K; "
  "de10-nano: the Terasic DE10-Nano, beside its processors">;
defm system_clock : Value<[EmitSystem], "clock", "MHz",
  "clock of the board and of the constraints (default: the board's crystal; "
  "constraints: the predicted clock where it is known). Operators are cut into "
  "stages that reach it by the delays of the board's device (none: Series 7). "
  "No delays are known of the iCEBreaker", 2>;
defm core_clock : Value<[EmitVerilog], "clock", "MHz",
  "cut operators into the stages that this clock needs, as 'map-pipe f/16' does", 4>;
defm emit_o : Written<Folders,
  "the folder of the core or program, which must not exist", 1, "DIR">;
defm netlist_o : Written<[EmitNetlist],
  "the netlist; - is standard output (default)", 2>;
def netlist_text : Switch<[EmitNetlist], "text",
  "text to read instead of JSON">;
def netlist_lines : Switch<[EmitNetlist], "lines",
  "print a table of what each line of the source needs, for the whole core, "
  "instead">;
defm netlist_costs : Value<[EmitNetlist], "costs", "TARGET|FILE",
  "costs by which --lines predicts, as for roofline explore (default xc7)">;
defm seed : Value<Folders, "seed", "N",
  "seed of the data for its check (default 1)">;
defm testbench : Choice<[EmitVerilog], "testbench", "auto,always",
  "auto (default): up to 262144 positions a launch">;
defm core_device : Value<[EmitVerilog], "device", "NAME|FILE",
  "refuse a design that does not fit on this FPGA">;
defm core_costs : Value<[EmitVerilog], "costs", "TARGET|FILE",
  "predict resources by these, as for roofline explore (default: the device's, "
  "else xc7)", 1>;

// verify
defm seeds : Value<[Verify], "seeds", "N",
  "launches of other data, each simulated twice (default 3)">;
defm schedules : Value<[Verify], "schedules", "N",
  "schedules of a program, for each seed (default 20)">;

defm sandbox : Choice<[Verify], "sandbox", "auto,always,never",
  "keep runs of the folder or kernel off the network, and their writes in the run "
  "folder. auto (default): where the system can; always: else an error; never "
  "(docs/security.md)">;

def OfCores : OptionGroup<"of cores">;
let Group = OfCores in {
defm verify_target : Choice<[Verify], "target", "xc7,xcup,ecp5,cyclonev",
  "family of the synthesis (default xc7)", 1>;
def no_synthesis : Switch<[Verify], "no-synthesis", "simulate only">;
defm simulator : Choice<[Verify], "simulator", "verilator,icarus",
  "default: the faster one, which is Icarus Verilog for small launches, where "
  "it is installed">;
}

def OfDesigns : OptionGroup<"of a kernel's designs">;
let Group = OfDesigns in {
defm verify_variant : Value<[Verify], "variant", "TEXT",
  "only this design, as `roofline explore` prints it", 2>;
def front : Switch<[Verify], "front",
  "only designs that no other one beats in everything">;
def space : Switch<[Verify], "space",
  "all designs that `roofline variants` prints; of an iterated kernel the best "
  "for each number of steps, and the front">;
}

def Masters : OptionGroup<"memory of a core (the other options: for axi4)">;
let Group = Masters in {
defm memory : Choice<[EmitVerilog, Verify], "memory", "stream,axi4",
  "stream (default): AXI4-Stream ports; axi4: read and write masters with "
  "bursts. With axi4 the core moves its own data and does all passes of an "
  "iterated kernel by itself">;
defm bus : Value<[EmitVerilog, EmitSystem, Verify], "bus", "BITS",
  "width of the memory's bus (default: of the widest stream)">;
defm burst : Value<[EmitVerilog, EmitSystem, Verify], "burst", "N",
  "longest burst [bus word] (default 16), 4 to 256">;
defm outstanding : Value<[EmitVerilog, EmitSystem, Verify], "outstanding", "N",
  "bursts ahead of their answers (default 4)">;
defm address : Value<[EmitVerilog, EmitSystem, Verify], "address", "BITS",
  "width of an address (default 32)">;
}

def ManyRuns : OptionGroup<"many runs (docs/farm.md)">;
let Group = ManyRuns in {
defm jobs : Value<[Farm, Verify, Calibrate], "jobs", "N|slurm[:PARTITION]",
  "runs side by side (default: one a core), or job arrays of a Slurm cluster">;
defm results : Value<[Farm, Verify, Calibrate], "results", "DIR",
  "folder of results (default in the user's cache); with Slurm all its "
  "machines must see it">;
defm time_limit : Value<[Farm, Verify], "time-limit", "S",
  "limit of a run [s] (default 3600); for `verify` of each run of the "
  "original, a simulator or yosys">;
defm tasks_per_job : Value<[Farm, Verify], "tasks-per-job", "N",
  "tasks of one job of a cluster, one after another (default 1): for short runs">;
defm name : Value<[Farm], "name", "NAME",
  "name of the jobs in squeue (default roofline)">;
}

// platform
defm platform_peaks : Choice<[Platform], "peaks", "theoretical,measured",
  "which rates (default theoretical); a unit with one kind alone takes that">;
defm platform_list : Value<[Platform], "list", "N",
  "list all feasible mappings where there are at most N (default 100; 0: the "
  "front alone)">;
def combinations : Switch<[Platform], "combinations",
  "price every set of blocks on every unit">;

// measure
def OpenCLDevice : OptionGroup<"which OpenCL device">;
let Group = OpenCLDevice in {
def opencl_list : Switch<[Measure], "list",
  "list the machine's OpenCL platforms and devices", 1>;
defm platform : Value<[Measure], "platform", "N|NAME",
  "a platform, by number or part of its name (default 0)">;
defm opencl_device : Value<[Measure], "opencl-device", "N",
  "a device of that platform (default 0)">;
defm measure_timeout : Value<[Measure], "timeout", "SECONDS",
  "give up after so long without a sign of life (default 60)">;
}

def MeasuringDevice : OptionGroup<"measuring the device">;
let Group = MeasuringDevice in {
defm measure_o : Written<[Measure], "the device file; - is standard output", 3>;
defm measure_kind : Choice<[Measure], "kind", "cpu,dsp,gpu,fpga",
  "what the device is, where OpenCL does not say">;
defm seconds_each : Value<[Measure], "seconds-each", "SECONDS",
  "repeat each benchmark for so long (default 0.3)">;
}

def MeasuringKernel : OptionGroup<"measuring a kernel">;
let Group = MeasuringKernel in {
defm measure_device : Value<[Measure], "device", "NAME|FILE",
  "device whose roofs are taken; see roofline devices", 1>;
defm runs : Value<[Measure], "runs", "N",
  "repeat at least so many times (default 5)">;
defm seconds : Value<[Measure], "seconds", "S", "and for so long (default 1)">;
defm work : Value<[Measure], "work", "N",
  "W [operation], instead of the count of the source">;
defm traffic : Value<[Measure], "traffic", "N",
  "Q [byte], instead of the count of the source">;
defm power_meter : Value<[Measure], "power-meter",
  "auto|rapl|nvml|hwmon:CHIP|none", "the power meter (default auto)", 0,
  "auto,rapl,nvml,hwmon:,none">;
defm power_command : Value<[Measure], "power-command", "COMMAND",
  "a shell command that prints watts">;
defm sysfs : Value<[Measure], "sysfs", "DIR",
  "folder of RAPL and hwmon (default /sys)">;
}

// plot
def Shown : OptionGroup<"what is shown">;
let Group = Shown in {
defm measured : Value<[Plot], "measured", "FILE",
  "a run that `roofline measure --json` wrote; may be repeated">;
defm error : Value<[Plot], "error", "F",
  "relative error of W and Q, as 0.2: draws a box">;
defm title : Value<[Plot], "title", "TEXT", "title of the picture">;
defm kind : Choice<[Plot], "kind", "performance,per-watt,energy,front",
  "default performance; front: the mappings that `roofline platform "
  "--plot-data` wrote", 1>;
}

//===----------------------------------------------------------------------===//
// Kernels, launches, devices
//===----------------------------------------------------------------------===//

def Steps : OptionGroup<"of an iterated kernel, whose designs do several steps "
                        "in a pass through memory">;
let Group = Steps in {
defm iterate : Value<Iterating, "iterate", "H",
  "steps: the host launches the kernel so many times">;
defm swap : Value<Iterating, "swap", "READ=WRITTEN",
  "the next step reads as READ the buffer that this step wrote as WRITTEN; may "
  "be repeated. Fields that are updated in place need none">;
defm borders : Choice<Iterating, "borders", "same",
  "promise that elements which no step writes are equal in the swapped buffers">;
defm max_steps : Value<[Explore, Verify], "max-steps", "N",
  "steps a pass (default 1024)">;
}

def OfKernels : OptionGroup<"of designs of kernels, on a device with `board` "
                            "times and `structures`">;
let Group = OfKernels in {
defm max_unroll : Value<[Explore], "max-unroll", "N",
  "copies of a loop's body (default 64, fewer where these are too many "
  "designs)">;
defm max_units : Value<[Explore], "max-units", "N",
  "compute units (default 8)">;
defm limit : Value<[Explore], "limit", "N",
  "rows that are printed (default 20)">;
}

def Launched : OptionGroup<"what is run">;
let Group = Launched in {
defm kernel : Value<[Analyze, Plot, Profile, Measure], "kernel", "NAME",
  "only this kernel">;
defm top : Value<OfCpp, "top", "NAME",
  "the function of a C or C++ file that is synthesised; may be repeated">;
defm hls_include : Value<OfCpp, "hls-include", "DIR",
  "a vendor's folder of headers (ap_int.h, ..), instead of our own">;
def unsafe_math : Switch<[Analyze, Explore, Plot], "unsafe-math",
  "sums of floating-point numbers may be rebalanced: aoc -fp-relaxed, "
  "config_compile -unsafe_math_optimizations">;
defm tcl : Value<OfCpp, "tcl", "FILE",
  "C++: a project's script: top functions, clock, files, directives">;
defm cfg : Value<OfCpp, "cfg", "FILE",
  "C++: the same from a cfg file">;
defm chain : Value<Streams, "kernel", "NAME",
  "only this kernel; NAME,NAME,.. as one: a chain", 1>;
defm temporary : Value<Streams, "temporary", "NAME,..",
  "buffers of a chain that nobody needs afterwards">;
defm global : Value<Kernels, "global", "X[,Y[,Z]]",
  "NDRange [work-item]; also names of arguments">;
defm local : Value<!listconcat([Analyze, Plot, Measure], Streams), "local",
  "X[,Y[,Z]]", "work-group [work-item]">;
defm profile_local : Value<[Profile], "local", "X[,Y[,Z]]",
  "work-group [work-item]; default: up to 64 in the first dimension, or what "
  "the kernel requires", 1>;
defm arg : Value<Kernels, "arg", "NAME=VALUE",
  "a scalar argument; may be repeated">;
def reassociate : Switch<!listconcat(Designs, [EmitVerilog, EmitSystem,
                                               EmitNetlist]),
  "reassociate",
  "add floats in partial sums, a position a cycle, which round in another "
  "order than the kernel's">;
defm max : Value<[EmitVerilog, EmitSystem, EmitNetlist, Verify], "max", "NAME=VALUE",
  "the core takes this integer argument, or name in --global, at run time, up "
  "to VALUE; may be repeated">;
defm trip : Value<Kernels, "trip", "LINE=COUNT",
  "trip count of the loop at LINE; may be repeated">;
defm bank : Value<Kernels, "bank", "NAME=BANK",
  "memory bank of a buffer, from 1; may be repeated. Default: the board "
  "interleaves all buffers over its banks">;
defm sized_buffer : Value<Streams, "buffer", "NAME=ELEMENTS",
  "elements of a buffer of unknown size whose index depends on data; may be "
  "repeated", 1>;
defm buffer : Value<[Profile], "buffer", "NAME=ELEMENTS[:random|zero|index]",
  "size and content of a buffer; default: as far as the kernel reaches, random "
  "if read. NAME=@FILE: content from FILE, numbers (.txt, .csv) or else raw "
  "bytes">;
defm analyze_launch : Value<[Analyze], "launch", "FILE|none",
  "all of these from a launch file; options override it. It may list all "
  "launches of an application, which are added up, or name the function and "
  "the project of C++. Default: k.launch.yaml, else launch.yaml, beside k.cl">;
defm launch : Value<!listconcat([Plot, Profile, Measure], Streams), "launch",
  "FILE|none",
  "all of these from a launch file; options override it. Default: "
  "k.launch.yaml, else launch.yaml, beside k.cl", 1>;
defm profile : Value<[Analyze], "profile", "FILE",
  "all of these and the data-dependent trip counts from a run, by roofline "
  "profile; options override it. May be repeated, for several kernels">;
defm launches : Value<!listconcat(Designs, [EmitVerilog]), "launches", "N",
  "launches that share what forms B and C transfer once (default 1)">;
def app : Taken<[Profile], ["--", "-"], "app", KIND_REMAINING_ARGS>, InOrder,
  MetaVarName<"PROGRAM [ARGUMENTS]">,
  HelpText<"all that follows belongs to the program">;
}

def Machine : OptionGroup<"the machine, all of it or nothing">;
let Group = Machine in {
defm elements : Value<[Stencil], "elements", "N",
  "cells that a tile's kernel computes side by side">;
defm bandwidth : Value<[Stencil], "bandwidth", "GB/S",
  "of memory, shared by all kernels">;
defm stencil_clock : Value<[Stencil], "clock", "MHZ", "of the kernels">;
defm launch_cycles : Value<[Stencil], "launch-cycles", "N",
  "cycles until a kernel starts">;
defm interval : Value<[Stencil], "interval", "N",
  "cycles from one iteration of a kernel to the next">;
defm pipe_cycles : Value<[Stencil], "pipe-cycles", "N",
  "cycles to send a cell through a pipe">;
defm blocks : Value<[Stencil], "blocks", "N",
  "memory blocks of 36 Kbit that tiles may take">;
defm tiles : Value<[Stencil], "tiles", "X[,Y[,Z]]",
  "tiles side by side (default 16; 4,4; 4,2,2)">;
defm max_fused : Value<[Stencil], "max-fused", "N",
  "most steps of a pass (default 512)">;
}

def On : OptionGroup<"on what">;
let Group = On in {
defm roofs : Value<[Analyze, Plot], "device", "NAME|FILE",
  "device file (default de5net, with kernels); see roofline devices. May be "
  "repeated: the kernel under the roofs of each; all: of every device", 2,
  "all">;
defm device : Value<Designs, "device", "NAME|FILE",
  "device file (default de5net); see roofline devices", 3>;
defm costs : Value<Designs, "costs", "TARGET|FILE",
  "cost file with the resources of a design's parts, by roofline calibrate "
  "(default: the device's, if any)", 2>;
defm peaks : Choice<!listconcat([Analyze, Plot], Designs), "peaks",
  "measured,theoretical",
  "which peaks and bandwidths (default measured, where a device has them)", 1>;
defm clock : Value<[Analyze], "clock", "MHz",
  "kernel clock, instead of the device's", 1>;
defm design_clock : Value<Designs, "clock", "MHz",
  "kernel clock, instead of the device's; operators of pipelines are cut into "
  "stages for it", 3>;
defm utilization : Value<[Analyze], "utilization", "logic=F,mem=F,dsp=F",
  "resources in use, as the compiler reported">;
defm utilization_limit : Value<!listconcat(Designs, [EmitVerilog]),
  "utilization", "F",
  "share of each resource that a design may use (default 0.8)", 1>;
defm utilisation : Earlier<!listconcat(Designs, [EmitVerilog]),
  "utilisation", utilization_limit>;
defm what_if : Value<[Analyze], "what-if",
  "ul@LINE=N,simd=N,cu=N,wg=X[xY[xZ]]",
  "price this design instead of the source's: unrolling, SIMD, compute units, "
  "work-group">;
defm ops : Value<[Analyze], "ops", "NAME[,NAME...]",
  "operators that W counts (docs/counts.md): classes as add, mul, logic, "
  "special, or operators as xor, fadd">;
defm model : Choice<[Analyze], "model", "board,hpca16-repaired,hpca16",
  "board: replays the launch and charges what a board was measured to spend "
  "(default; docs/model-board.md); hpca16: the published equations, repaired "
  "or as printed">;
defm vendor : Value<[Analyze], "vendor", "FILE",
  "C++: a report of the vendor's synthesis, csynth.xml, to print beside ours">;
defm vitis_without : Value<[Analyze], "vitis-without", "NAME[,NAME...]",
  "C++: leave rules of the model \"vitis\" out (docs/model-vitis.md)">;
defvar Mechanisms = "unrolling, words, repeats, caches, overlap, lanes, "
                    "neighbours, conditions, latency, ports, arrays, groups, "
                    "slots, banks, mixes, rings";
defm board_without : Value<[Analyze], "board-without", "NAME[,NAME...]",
  "leave mechanisms of the model \"board\" out: "#Mechanisms, 0,
  !subst(" ", "", Mechanisms)>;
}

def Space : OptionGroup<"the space">;
let Group = Space in {
defm max_lanes : Value<Designs, "max-lanes", "N", "lanes (default 256)">;
defm max_vector : Value<Designs, "max-vector", "N",
  "positions that a lane takes a cycle (default 64)">;
defm form : Choice<Designs, "form", "pipe,comb,seq",
  "designs of this form alone">;
def pad : Switch<Designs, "pad",
  "also try lanes that need padding to divide the space">;
}

def Comparison : OptionGroup<"compared with an earlier report (docs/diff.md)">;
let Group = Comparison in {
defm baseline : Value<[Analyze], "baseline", "FILE",
  "a report of --json: print what became slower or faster since, and why, "
  "instead of the text report">;
defm fail_on : Value<[Analyze, Diff], "fail-on", "METRIC=GROWTH[,...]",
  "exit with 2 where a number grows by more: percent of the old one, as "
  "time=5%, or in its unit, as transactions=0. An unknown number fails. "
  "Metrics: time [s], cycles, ii [cycle], transactions, words, bytes, "
  "compulsory [byte], work [operation], logic [ALM], memory, dsp [block]">;
defm across : Value<[Analyze, Diff], "across", "device|model|launch[,...]",
  "with --fail-on: compare numbers although the reports differ in these", 0,
  "device,model,launch">;
defm markdown : Value<[Analyze, Diff], "markdown", "FILE",
  "the comparison as Markdown, for a comment; - is standard output">;
}

def Compiling : OptionGroup<"compiling OpenCL C, passed to clang">;
let Group = Compiling in {
def D : Letter<"D", "NAME[=VALUE]", "a macro">;
def U : Letter<"U", "NAME", "no such macro">;
def I : Letter<"I", "DIR", "a folder of headers">;
defm header : Clang<"include", "FILE", "a header before the source">;
defm cl_std : Clang<"cl-std", "=STD", "the language (default CL2.0)">;
defm profile_device : Value<[Profile], "device", "NAME|FILE",
  "device whose vendor's macros, as ALTERA_CL, are defined (default de5net, as "
  "for roofline analyze)", 4>;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

def Output : OptionGroup<"output">;
let Group = Output in {
defm plot_o : Written<[Plot],
  ".html (one page, interactive), .svg, .json (the data) or .csv (the points); "
  "may be repeated", 4>;
defm plot_output : Output<[Plot], plot_o>;
def terminal : Switch<[Plot], "terminal",
  "a chart on standard output (default without -o)">;
defm profile_o : Written<[Profile],
  "the profile (default: KERNEL.profile.json, or PROGRAM.profile.json); - is "
  "standard output", 5>;
defm profile_output : Output<[Profile], profile_o, 1>;
defm profile_timeout : Value<[Profile], "timeout", "SECONDS",
  "default 600; 0: none", 1>;
defm json : Value<[Analyze, Diff, Variants, Explore, Stencil, Verify, Farm,
                   Measure, Platform], "json", "FILE",
  "the result as JSON; - is standard output">;
defm report_page : Value<[Analyze], "html", "FILE",
  "the report as one page, with source, plots and designs">;
defm design_page : Value<[Variants, Explore], "html", "FILE",
  "the designs as a page, with plot and table", 1>;
defm verify_page : Value<[Verify], "html", "FILE",
  "the table of a space as a page, predicted beside came out", 2>;
defm design_plot : Value<[Variants, Explore], "plot-data", "FILE",
  "the designs for `roofline plot`">;
defm mapping_plot : Value<[Platform], "plot-data", "FILE",
  "the mappings for `roofline plot --kind front`", 1>;
defm csv : Value<[Platform], "csv", "FILE",
  "the mappings as points to plot; - is standard output">;
defm streams_out : Value<[Variants, Explore], "streams-out", "FILE",
  "the stream kernels as JSON, an input of this command">;
defm sarif : Value<[Analyze], "sarif", "FILE",
  "the remarks as SARIF 2.1.0, for editors and code hosts">;
defm remarks : Value<[Analyze], "remarks", "FILE",
  "the remarks as lines `file:line:column: remark: text`">;
defm summary_out : Value<[Analyze], "summary-out", "FILE",
  "the kernel summaries as JSON, to be analysed later">;
def verbose : Switch<[Analyze], "verbose",
  "every pipeline and access, work and traffic, roofs; with --model hpca16 the "
  "equation behind every number of a block">;
defm init_launch : Value<[Analyze], "init-launch", "FILE",
  "write a launch file to be filled in, and end; - is standard output">;
def allow_unknown : Switch<[Analyze, Measure, Platform], "allow-unknown",
  "exit with 0 although something is unknown">;
def help : Switch<Everywhere, "help", "this text">;
def h : Taken<Everywhere, ["-"], "h", KIND_FLAG>, Alias<help>;
}

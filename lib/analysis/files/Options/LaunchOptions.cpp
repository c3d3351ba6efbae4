// The launch and design options that the driver and the plugin share.
#include "roofline/Options/LaunchOptions.h"

#include "roofline/Kernel/LaunchSizes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

#include <cfloat>
#include <cmath>
#include <set>

using namespace llvm;

namespace roofline {

char LaunchError::ID;

/// Sizes with commas between them.
static Expected<LaunchSizes> readSizes(StringRef Option, StringRef Text) {
  SmallVector<std::string_view, 3> Parts;
  for (StringRef Part : split(Text, ','))
    Parts.push_back(Part.trim());
  LaunchSizes Sizes;
  if (auto Problem = parseSizes(Parts, Sizes))
    return createStringError(Option + " '" + Text + "': " + Problem->Message);
  return Sizes;
}

bool bindArgument(StringRef Name, StringRef Text, Launch &L) {
  L.Args.erase(Name.str());
  L.Floats.erase(Name.str());
  int64_t Integer;
  if (!Text.getAsInteger(0, Integer)) {
    L.Args[Name.str()] = Integer;
    return true;
  }
  double Value;
  const bool TooManyDigits = Text.trim("+-0123456789").empty();
  if (TooManyDigits || Text.getAsDouble(Value) || !std::isfinite(Value))
    return false;
  L.Floats[Name.str()] = Value;
  return true;
}

std::string notANumber(StringRef Text) {
  return ("'" + Text +
          "' is neither an integer of 64 bits nor a finite "
          "floating-point number")
      .str();
}

void eraseArguments(Launch &L, function_ref<bool(StringRef)> IsErased) {
  auto Erase = [&](const auto &Arg) { return IsErased(Arg.first); };
  std::erase_if(L.Args, Erase);
  std::erase_if(L.Floats, Erase);
}

/// Checks that --arg or --trip give a name one value where they give it twice.
static Error checkGivenTwice(StringRef Option, ArrayRef<std::string> Texts) {
  StringMap<StringRef> Given;
  for (StringRef Text : Texts) {
    auto [Name, Value] = Text.split('=');
    if (auto [Other, IsNew] = Given.try_emplace(Name, Value);
        !IsNew && Other->second != Value)
      return createStringError(Option + " " + Name + " is given twice, as " +
                               Other->second + " and as " + Value);
  }
  return Error::success();
}

Expected<int64_t> parseSteps(StringRef Text) {
  int64_t Steps;
  if (Text.getAsInteger(10, Steps) || Steps < 1 || Steps > MaxSteps)
    return createStringError("'" + Text + "': a whole number from 1 to " +
                             Twine(MaxSteps) + " is expected");
  return Steps;
}

/// --iterate, --swap and --borders.
static Error applyIteration(const LaunchTexts &Texts, Launch &L) {
  if (!Texts.Iterate.empty()) {
    Expected<int64_t> Steps = parseSteps(Texts.Iterate);
    if (!Steps)
      return createStringError("--iterate " + toString(Steps.takeError()));
    if (!L.Iterate)
      L.Iterate.emplace();
    L.Iterate->Steps = *Steps;
  }
  if (!Texts.Swaps.empty() && !L.Iterate)
    return createStringError("--swap without --iterate: how many steps?");
  if (!Texts.Swaps.empty())
    L.Iterate->Swap.clear();
  for (StringRef Text : Texts.Swaps) {
    const auto [Read, Written] = Text.split('=');
    if (Read.empty() || Written.empty())
      return createStringError("--swap '" + Text +
                               "': READ=WRITTEN is expected");
    L.Iterate->Swap.push_back({Read.str(), Written.str()});
  }
  if (!Texts.Borders.empty() && Texts.Borders != "same")
    return createStringError("--borders '" + Texts.Borders +
                             "': same is expected, or no such option");
  if (!Texts.Borders.empty())
    (L.Iterate ? L.Iterate->SameBorders : L.SameBorders) = true;
  return Error::success();
}

/// --arg and --max.
static Error applyArguments(const LaunchTexts &Texts, Launch &L) {
  for (StringRef Text : Texts.Args) {
    auto [Name, ValueText] = Text.split('=');
    if (Name.empty() || !Text.contains('='))
      return createStringError("--arg '" + Text + "': NAME=VALUE expected");
    if (!bindArgument(Name, ValueText, L))
      return createStringError("--arg '" + Text +
                               "': " + notANumber(ValueText));
    L.Maxima.erase(Name.str()); // a launch file's
  }
  for (StringRef Text : Texts.Maxima) {
    auto [Name, ValueText] = Text.split('=');
    int64_t Most;
    if (Name.empty() || ValueText.getAsInteger(10, Most) || Most < 1 ||
        uint64_t(Most) > MaxLaunchSize)
      return createStringError(
          "--max '" + Text + "': NAME=VALUE expected, a value from 1 to 2^32");
    if (any_of(Texts.Args,
               [N = Name](StringRef Arg) { return Arg.split('=').first == N; }))
      return createStringError("--max '" + Text + "' beside --arg " + Name +
                               ": one of them, " + Name +
                               " is no constant of a core that takes it");
    L.Maxima[Name.str()] = L.Args[Name.str()] = Most;
  }
  return Error::success();
}

bool bindBank(StringRef Name, StringRef Text, Launch &L) {
  uint32_t Bank;
  if (Name.empty() || Text.getAsInteger(10, Bank) || Bank < 1 ||
      Bank > MaxBanks)
    return false;
  L.Banks[Name.str()] = Bank;
  return true;
}

/// --global: numbers, and names of integer arguments.
static Error applyGlobal(StringRef Text, Launch &L) {
  SmallVector<std::string, 3> Numbers;
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  L.GlobalNames = {};
  for (size_t D = 0; D < Parts.size(); ++D) {
    const StringRef Name = Parts[D].trim();
    const auto Named = L.Args.find(Name);
    if (Named != L.Args.end() && D < L.GlobalNames.size())
      L.GlobalNames[D] = Name.str();
    Numbers.push_back(Named == L.Args.end() ? Name.str()
                                            : std::to_string(Named->second));
  }
  Expected<LaunchSizes> Global = readSizes("--global", join(Numbers, ","));
  if (!Global)
    return Global.takeError();
  L.Global = Global->Size;
  L.Dimensions = Global->Dimensions;
  return Error::success();
}

Error applyLaunchTexts(const LaunchTexts &Texts, Launch &L) {
  if (Error E = applyArguments(Texts, L))
    return E;
  if (!Texts.Global.empty())
    if (Error E = applyGlobal(Texts.Global, L))
      return E;
  if (!Texts.Local.empty()) {
    Expected<LaunchSizes> Local = readSizes("--local", Texts.Local);
    if (!Local)
      return Local.takeError();
    L.Local = Local->Size;
    if (L.Dimensions && Local->Dimensions != L.Dimensions)
      return createStringError(
          "--local '" + Texts.Local + "' has " + Twine(Local->Dimensions) +
          " dimension(s), the global size has " + Twine(L.Dimensions));
  }
  for (StringRef Text : Texts.Trips) {
    auto [PlaceText, CountText] = Text.split('=');
    const std::optional<SourcePlace> Place = parsePlace(PlaceText);
    double Count;
    if (!Place || CountText.getAsDouble(Count) || !(Count >= 0 && Count < 1e18))
      return createStringError(
          "--trip '" + Text +
          "': LINE=COUNT or LINE:COLUMN=COUNT expected, a line "
          "number and a count from 0 to 10^18");
    L.Trips[*Place] = Count;
  }
  for (StringRef Text : Texts.Banks)
    if (auto [Name, Bank] = Text.split('='); !bindBank(Name, Bank, L))
      return createStringError("--bank '" + Text +
                               "': NAME=BANK expected, a bank from 1 to " +
                               Twine(MaxBanks));
  if (Error E = applyIteration(Texts, L))
    return E;
  if (Error E = checkGivenTwice("--arg", Texts.Args))
    return E;
  if (Error E = checkGivenTwice("--max", Texts.Maxima))
    return E;
  return checkGivenTwice("--trip", Texts.Trips);
}

Expected<Utilization> parseUtilization(StringRef Text) {
  Utilization U;
  std::pair<StringLiteral, double *> Parts[] = {
      {"logic", &U.Logic}, {"mem", &U.Memory}, {"dsp", &U.Dsp}};
  SmallVector<StringRef, 3> Given;
  Text.split(Given, ',');
  SmallVector<StringRef, 3> Seen;
  for (StringRef Part : Given) {
    auto [Name, ValueText] = Part.split('=');
    auto *It = find_if(Parts, [&](auto &P) { return P.first == Name; });
    bool PerCent = ValueText.consume_back("%");
    double Value;
    if (It == std::end(Parts) || ValueText.getAsDouble(Value) ||
        !std::isfinite(Value) || Value < 0 || Value > (PerCent ? 100 : 1))
      return createStringError(
          "--utilization '" + Text + "': '" + Part +
          "' is not logic|mem|dsp=FRACTION (0 to 1, or 0% to 100%)");
    *It->second = PerCent ? Value / 100 : Value;
    Seen.push_back(Name);
  }
  for (auto &[Name, Value] : Parts)
    if (count(Seen, Name) != 1)
      return createStringError("--utilization '" + Text + "': " + Name +
                               " has to be given once");
  return U;
}

Expected<Peaks> parsePeaks(StringRef Text) {
  if (Text == "measured")
    return Peaks::Measured;
  if (Text == "theoretical")
    return Peaks::Theoretical;
  return createStringError("--peaks '" + Text +
                           "': measured or theoretical expected");
}

Expected<TimeModel> parseTimeModel(StringRef Text) {
  if (Text == "board")
    return TimeModel();
  if (Text == "hpca16")
    return TimeModel{false, ModelForm::Hpca16};
  if (Text == "hpca16-repaired")
    return TimeModel{false, ModelForm::Hpca16Repaired};
  return createStringError("--model '" + Text +
                           "': board, hpca16 or hpca16-repaired expected");
}

Expected<OperationChoice> parseOperators(StringRef Text) {
  OperationChoice Choice{{}};
  SmallVector<StringRef> Names;
  Text.split(Names, ',');
  for (StringRef Name : Names) {
    if (!isOperatorName(Name.trim().str()))
      return createStringError("--ops '" + Text + "': '" + Name +
                               "' is no operator and no class of operators");
    Choice.Names.push_back(Name.trim().str());
  }
  return Choice;
}

/// True for the parts of \p A that have a value: "size.s1", "in.width", "c.n".
static bool isPart(const KernelArg &A, StringRef Part) {
  static constexpr StringLiteral Extents[] = {"width", "height", "depth",
                                              "array_size"};
  if (A.K == KernelArg::Kind::Image)
    return is_contained(Extents, Part);
  unsigned Lane, Byte;
  if (A.K == KernelArg::Kind::Aggregate)
    return is_contained(A.Fields, Part) ||
           (Part.consume_front("byte") && !Part.getAsInteger(10, Byte));
  return A.Element.Scalar == ScalarKind::Int && Part.consume_front("s") &&
         !Part.getAsInteger(16, Lane) && Lane < A.Element.Lanes;
}

bool hasArgument(const KernelSummary &Kernel, StringRef Name) {
  StringRef Whole = Name.split('.').first;
  return any_of(Kernel.Args,
                [&](const KernelArg &A) { return A.Name == Whole; });
}

/// Returns how to keep names where one of \p Args has none of its own.
static std::string lostNamesText(ArrayRef<KernelArg> Args) {
  for (const auto &[Number, A] : enumerate(Args))
    if (A.Name == "arg" + std::to_string(Number))
      return "; the IR lacks names of arguments, which -cl-kernel-arg-info or "
             "-g keeps: the first one is arg0";
  return "";
}

std::string lostNamesText(ArrayRef<KernelSummary> Kernels) {
  std::string Text;
  for (const KernelSummary &K : Kernels)
    if (Text.empty())
      Text = lostNamesText(K.Args);
  return Text;
}

Error checkTrips(ArrayRef<KernelSummary> Kernels, const Launch &L) {
  std::set<SourceLocation> Places;
  for (const KernelSummary &K : Kernels)
    for (const Loop &Loop : K.Loops)
      Places.insert(Loop.Loc);
  auto Texts = [](const std::set<SourceLocation> &Places) {
    return join(map_range(Places,
                          [](const SourceLocation &P) {
                            return (sys::path::filename(P.File) + ":" +
                                    Twine(P.Line) + ":" + Twine(P.Column))
                                .str();
                          }),
                ", ");
  };
  for (const auto &[Given, Count] : L.Trips) {
    std::set<SourceLocation> Meant;
    for (const SourceLocation &P : Places)
      if (P.Line == Given.first && (!Given.second || P.Column == Given.second))
        Meant.insert(P);
    if (Meant.empty())
      return make_error<LaunchError>(
          "trips." + toString(Given),
          "trip count of line " + toString(Given) + ": no loop starts there; " +
              (Places.empty() ? "there is none"
                              : "loops start at: " + Texts(Places)));
    if (Meant.size() > 1)
      return make_error<LaunchError>(
          "trips." + toString(Given),
          "trip count of line " + toString(Given) +
              ": several loops start there; say which one by "
              "LINE:COLUMN: " +
              Texts(Meant));
  }
  return Error::success();
}

/// As OpenCL C has it; nothing for a type of the author, or where it is not
/// known.
static std::optional<bool> hasSign(StringRef Type) {
  if (Type.starts_with("unsigned") ||
      is_contained(
          {"uchar", "ushort", "uint", "ulong", "size_t", "uintptr_t", "bool"},
          Type))
    return false;
  if (is_contained({"char", "short", "int", "long", "ptrdiff_t", "intptr_t"},
                   Type))
    return true;
  return std::nullopt;
}

static bool isFloat(const KernelArg &Arg) {
  return Arg.K == KernelArg::Kind::Scalar && Arg.Element.Lanes == 1 &&
         Arg.Element.Scalar == ScalarKind::Float;
}

/// \p Message about the argument \p Name, with the option that gives it.
static Error argumentError(StringRef Name, const Twine &Message) {
  return make_error<LaunchError>("args." + Name, Message, "--arg ");
}

static Error checkFloat(const KernelArg *Arg, StringRef Name, double Value) {
  const std::string Given = Name.str() + "=" + numberText(Value);
  if (!Arg)
    return argumentError(Name, Given + ": a part of an argument is an integer");
  if (!isFloat(*Arg))
    return argumentError(Name,
                         Given + ": not an integer; the argument is of type '" +
                             Arg->Type + "'");
  const double Largest = Arg->Element.Bits == 16   ? 65504
                         : Arg->Element.Bits == 32 ? double(FLT_MAX)
                                                   : DBL_MAX;
  if (std::abs(Value) > Largest)
    return argumentError(Name,
                         Given + ": does not fit into '" + Arg->Type + "'");
  return Error::success();
}

static Error checkInteger(const KernelArg &Arg, int64_t Value) {
  if (Arg.K != KernelArg::Kind::Scalar ||
      Arg.Element.Scalar != ScalarKind::Int || Arg.Element.Lanes != 1)
    return argumentError(Arg.Name, Arg.Name + ": the argument is of type '" +
                                       Arg.Type +
                                       "'; only a scalar can be bound");
  const unsigned Bits = Arg.Element.Bits;
  const std::optional<bool> Signed = hasSign(Arg.Type);
  const bool FitsSigned = Bits >= 64 || isIntN(Bits, Value),
             FitsUnsigned = Value >= 0 && (Bits >= 64 || isUIntN(Bits, Value));
  if (!(Signed.value_or(true) && FitsSigned) &&
      !(!Signed.value_or(false) && FitsUnsigned))
    return argumentError(Arg.Name, Arg.Name + "=" + Twine(Value) +
                                       ": does not fit into '" + Arg.Type +
                                       "', " + Twine(Bits) + " bits");
  return Error::success();
}

/// The argument that \p Name is, or is a part of.
static const KernelArg *findArgument(ArrayRef<KernelArg> Args, StringRef Name) {
  auto [Whole, Part] = Name.split('.');
  auto It = find_if(Args, [&, W = Whole, P = Part](const KernelArg &A) {
    return A.Name == Name || (A.Name == W && isPart(A, P));
  });
  return It == Args.end() ? nullptr : It;
}

static Error noSuchArgument(ArrayRef<KernelArg> Args, const Twine &Kernels,
                            StringRef Name) {
  auto Names = map_range(Args, [](const KernelArg &A) { return A.Name; });
  return argumentError(Name, Name + ": kernel " + Kernels +
                                 " has no such argument; it has " +
                                 (Args.empty() ? "none" : join(Names, ", ")) +
                                 lostNamesText(Args));
}

Error checkArguments(ArrayRef<KernelArg> Args, const Twine &Kernels,
                     Launch &L) {
  for (auto It = L.Args.begin(); It != L.Args.end();) {
    const auto &[Name, Value] = *It;
    const KernelArg *Arg = findArgument(Args, Name);
    if (!Arg && is_contained(L.GlobalNames, Name)) {
      ++It;
      continue;
    }
    if (!Arg)
      return noSuchArgument(Args, Kernels, Name);
    if (Arg->Name == Name && isFloat(*Arg)) {
      L.Floats[Name] = double(Value);
      It = L.Args.erase(It);
      continue;
    }
    if (Arg->Name == Name)
      if (Error E = checkInteger(*Arg, Value))
        return E;
    ++It;
  }
  for (const auto &[Name, Bank] : L.Banks)
    if (!findArgument(Args, Name))
      return noSuchArgument(Args, Kernels, Name);
  for (const auto &[Name, Value] : L.Floats) {
    const KernelArg *Arg = findArgument(Args, Name);
    if (!Arg)
      return noSuchArgument(Args, Kernels, Name);
    if (Error E = checkFloat(Arg->Name == Name ? Arg : nullptr, Name, Value))
      return E;
  }
  return Error::success();
}

Error checkLaunch(const KernelSummary &Kernel, Launch &L) {
  if (Error E = checkArguments(Kernel.Args, "'" + Kernel.Name + "'", L))
    return E;
  return checkWorkGroup(Kernel.Attributes, Kernel.Name, L);
}

/// An error where \p L has more dimensions, or work-items, than \p Attributes
/// permit.
static Error checkDimensions(const KernelAttributes &Attributes,
                             StringRef Kernel, const Launch &L) {
  const bool IsTask = Attributes.Task && Attributes.MaxGlobalWorkDim != 0u;
  const uint32_t Most = IsTask ? 0 : Attributes.MaxGlobalWorkDim.value_or(3);
  const std::string Name =
      IsTask ? "task" : "max_global_work_dim(" + std::to_string(Most) + ")";
  for (uint32_t D = Most; D < 3; ++D)
    if (L.Global[D] > 1)
      return make_error<LaunchError>(
          "global", "a global size of " + Twine(L.Global[D]) +
                        " in dimension " + Twine(D) + " contradicts " + Name +
                        " of kernel '" + Kernel + "'");
  return Error::success();
}

Error checkWorkGroup(const KernelAttributes &Attributes, StringRef Kernel,
                     Launch &L) {
  if (Error E = checkDimensions(Attributes, Kernel, L))
    return E;
  if (const auto &Required = Attributes.ReqdWorkGroupSize) {
    std::array<uint64_t, 3> Size{(*Required)[0], (*Required)[1],
                                 (*Required)[2]};
    if (L.Local && *L.Local != Size)
      return make_error<LaunchError>(
          "local", "the local size contradicts reqd_work_group_size(" +
                       Twine(Size[0]) + "," + Twine(Size[1]) + "," +
                       Twine(Size[2]) + ") of kernel '" + Kernel +
                       "'; without a local size it is the kernel's");
    L.Local = Size;
  }
  if (!L.Local)
    return Error::success();
  uint64_t GroupSize = 1;
  for (unsigned D = 0; D < 3; ++D) {
    GroupSize = SaturatingMultiply(GroupSize, (*L.Local)[D]);
    if (L.Dimensions && L.Global[D] % (*L.Local)[D] != 0)
      return make_error<LaunchError>(
          "local", "the local size " + Twine((*L.Local)[D]) +
                       " does not divide the global size " +
                       Twine(L.Global[D]) + " in dimension " + Twine(D) + "; " +
                       Twine(alignTo(L.Global[D], (*L.Local)[D])) +
                       " is the next that it divides, where the kernel leaves "
                       "out what lies behind");
  }
  if (auto Max = Attributes.MaxWorkGroupSize; Max && GroupSize > *Max)
    return make_error<LaunchError>(
        "local", "a work-group of " + Twine(GroupSize) +
                     " work-items exceeds max_work_group_size(" + Twine(*Max) +
                     ") of kernel '" + Kernel + "'");
  return Error::success();
}

} // namespace roofline

// The launches of an application: `launches` of a launch file.
//
/// \file
/// Each entry is read once for each value of the loops around it, with their
/// variables replaced by numbers, as if the author had written all launches
/// down. Format: docs/launch-format.md.
#include "LaunchReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace roofline {
namespace {

using Tree = YamlReader::Tree;
using Values = std::map<std::string, int64_t, std::less<>>;

/// Sums, products, quotients and remainders of integers and variables.
class Arithmetic {
public:
  Arithmetic(StringRef Text, const Values &Known) : Rest(Text), Known(Known) {}

  /// Nothing where the text is malformed, or the number is none.
  std::optional<int64_t> value() {
    std::optional<int64_t> V = sum();
    return V && Rest.ltrim().empty() ? V : std::nullopt;
  }

private:
  bool take(char C) {
    Rest = Rest.ltrim();
    return Rest.consume_front(StringRef(&C, 1));
  }

  std::optional<int64_t> sum() {
    std::optional<int64_t> L = product();
    while (L) {
      const bool IsSum = take('+');
      if (!IsSum && !take('-'))
        return L;
      std::optional<int64_t> R = product();
      int64_t Result = 0;
      if (!R ||
          (IsSum ? AddOverflow(*L, *R, Result) : SubOverflow(*L, *R, Result)))
        return std::nullopt;
      L = Result;
    }
    return L;
  }

  std::optional<int64_t> product() {
    std::optional<int64_t> L = factor();
    while (L) {
      const char Operator = take('*')   ? '*'
                            : take('/') ? '/'
                            : take('%') ? '%'
                                        : 0;
      if (!Operator)
        return L;
      std::optional<int64_t> R = factor();
      int64_t Result = 0;
      if (!R || (Operator != '*' && *R <= 0) ||
          (Operator == '*' && MulOverflow(*L, *R, Result)))
        return std::nullopt;
      L = Operator == '*' ? Result : Operator == '/' ? *L / *R : *L % *R;
    }
    return L;
  }

  std::optional<int64_t> factor() {
    constexpr unsigned MaxDepth = 64; // beyond any that a launch has
    if (Depth == MaxDepth)
      return std::nullopt;
    ++Depth;
    const std::optional<int64_t> V = factorWithin();
    --Depth;
    return V;
  }

  std::optional<int64_t> factorWithin() {
    if (take('-')) {
      std::optional<int64_t> V = factor();
      return V ? std::optional(-*V) : std::nullopt;
    }
    if (take('(')) {
      std::optional<int64_t> V = sum();
      return take(')') ? V : std::nullopt;
    }
    Rest = Rest.ltrim();
    StringRef Word =
        Rest.take_while([](char C) { return isAlnum(C) || C == '_'; });
    Rest = Rest.drop_front(Word.size());
    int64_t Number;
    if (!Word.getAsInteger(0, Number))
      return Number;
    auto It = Known.find(Word);
    return It == Known.end() ? std::nullopt : std::optional(It->second);
  }

  StringRef Rest;
  const Values &Known;
  unsigned Depth = 0; ///< factors within factors
};

/// The values that a loop gives to its variable.
struct LoopValues {
  std::string Name;
  std::vector<int64_t> All;
};

class PlanReader {
public:
  PlanReader(YamlReader &R, LaunchFile &File) : R(R), File(File) {}

  void read(const std::vector<EntryFields> &Launches) {
    Context Ctx;
    for (const auto &[Name, Value] : File.L.Args)
      Ctx.Known[Name] = Value;
    readList(Launches, Ctx);
  }

private:
  struct Context {
    Values Known;
    std::vector<std::string> Variables; ///< of loops
    uint64_t Times = 1;
    std::optional<uint32_t> Together;
  };

  void readList(const std::vector<EntryFields> &List, const Context &Ctx) {
    for (const EntryFields &Entry : List) {
      if (R.failed())
        return;
      readEntry(Entry, Ctx);
    }
  }

  void readEntry(const EntryFields &Entry, const Context &Ctx) {
    std::optional<LoopValues> Loop;
    if (Entry.For)
      Loop = readLoop(*Entry.For, Ctx);
    const size_t NumValues = Loop ? Loop->All.size() : 1;
    for (size_t I = 0; I < NumValues && !R.failed(); ++I) {
      Context Here = Ctx;
      if (Loop) {
        Here.Known[Loop->Name] = Loop->All[I];
        Here.Variables.push_back(Loop->Name);
      }
      if (Entry.Times)
        readTimes(*Entry.Times, Here);
      if (!Entry.Together.empty() && !Here.Together)
        Here.Together = NumTogether++;
      if (Entry.Launches.empty() && Entry.Together.empty())
        readLaunch(Entry, Here);
      readList(Entry.Launches, Here);
      readList(Entry.Together, Here);
    }
  }

  void readTimes(const Tree &T, Context &Here) {
    const int64_t Times = number(T, Here);
    if (Times < 1 || Times > int64_t(1) << 40)
      R.problem(T, "'" + T.Text + "' is not a number of launches from 1");
    else
      Here.Times = SaturatingMultiply(Here.Times, uint64_t(Times));
  }

  /// A problem, and 0, where \p T is no number.
  int64_t number(const Tree &T, const Context &Ctx) {
    if (T.K == Tree::Kind::Scalar)
      if (std::optional<int64_t> V = Arithmetic(T.Text, Ctx.Known).value())
        return *V;
    R.problem(T, "'" + T.Text +
                     "' is neither an integer nor made of integers and "
                     "variables by + - * / %");
    return 0;
  }

  LoopValues readLoop(const LoopFields &F, const Context &Ctx) {
    LoopValues Loop;
    Loop.Name = F.Name->Text;
    if (Loop.Name.empty() || Ctx.Known.contains(Loop.Name))
      R.problem(*F.Name, "'" + Loop.Name +
                             "' is no new name: an argument of the file, or "
                             "another loop's variable, has it");
    const Tree *Factor = F.Times, *Step = Factor ? Factor : F.Step;
    const int64_t By = Step ? number(*Step, Ctx) : 1;
    if (Step && (Factor ? By < 2 : By == 0))
      R.problem(*Step, Factor ? "a factor of 2 or more is expected"
                              : "a step other than 0 is expected");
    const int64_t First = number(*F.First, Ctx),
                  Last = number(Factor ? *F.Until : *F.Last, Ctx);
    if (Factor && First < 1)
      R.problem(*F.First, "a loop that multiplies begins at 1 or more");
    if (!R.failed())
      addValues(*F.Place, Loop, First, Last, By, Factor);
    return Loop;
  }

  void addValues(const Tree &Node, LoopValues &Loop, int64_t First,
                 int64_t Last, int64_t Step, bool Multiplies) {
    for (int64_t V = First; Step > 0 ? V <= Last : V >= Last;) {
      if (Loop.All.size() == MaxPlannedLaunches)
        return R.problem(Node, "a loop of more than " +
                                   Twine(MaxPlannedLaunches) + " values");
      Loop.All.push_back(V);
      if (Multiplies ? MulOverflow(V, Step, V) : AddOverflow(V, Step, V))
        break;
    }
    if (Loop.All.empty())
      R.problem(Node, "a loop without a value: from " + Twine(First) + " to " +
                          Twine(Last));
  }

  /// \p T with each text that is made of variables replaced by its number.
  Tree withNumbers(const Tree &T, const Context &Ctx) {
    Tree Result = T;
    int64_t Plain;
    const bool HasName = any_of(T.Text, isAlpha);
    double Float;
    if (T.K == Tree::Kind::Scalar && StringRef(T.Text).getAsInteger(0, Plain) &&
        (HasName || StringRef(T.Text).find_first_of("+-*/%(") != T.Text.npos) &&
        StringRef(T.Text).getAsDouble(Float))
      Result.Text = std::to_string(number(T, Ctx));
    for (YamlItem &Item : Result.Items)
      Item.Value = withNumbers(Item.Value, Ctx);
    for (Tree &Element : Result.Elements)
      Element = withNumbers(Element, Ctx);
    return Result;
  }

  void readLaunch(const EntryFields &Entry, const Context &Ctx) {
    if (File.Plan.size() == MaxPlannedLaunches)
      return R.problem(*Entry.Place,
                       "more than " + Twine(MaxPlannedLaunches) + " launches");
    PlannedLaunch P;
    P.Kernel = Entry.Kernel ? Entry.Kernel->Text : File.Kernel;
    if (P.Kernel.empty())
      return R.problem(*Entry.Place, "a launch without a kernel");
    P.L = File.L;
    keepPlaces(Entry.Run, File);
    for (const std::string &Name : Ctx.Variables) {
      P.L.Args[Name] = Ctx.Known.at(Name);
      File.Places["args." + Name] = {};
    }
    // Values that are made of variables, as numbers.
    std::vector<Tree> Numbers;
    Numbers.reserve(4);
    RunFields Run = Entry.Run;
    for (const Tree **T : {&Run.Global, &Run.Local, &Run.Args, &Run.Trips})
      if (*T)
        *T = &Numbers.emplace_back(withNumbers(**T, Ctx));
    readArgs(R, Run, P.L);
    readNDRange(R, Run, P.L);
    readTrips(R, Run, P.L);
    P.Variables = Ctx.Variables;
    P.Times = Ctx.Times;
    P.Together = Ctx.Together;
    P.Row =
        Rows.try_emplace({Entry.Place->Line, Entry.Place->Column}, Rows.size())
            .first->second;
    File.Plan.push_back(std::move(P));
  }

  YamlReader &R;
  LaunchFile &File;
  std::map<std::pair<unsigned, unsigned>, uint32_t> Rows; ///< by place
  uint32_t NumTogether = 0;
};

} // namespace

void readPlan(YamlReader &R, const std::vector<EntryFields> &Launches,
              LaunchFile &File) {
  PlanReader(R, File).read(Launches);
}

} // namespace roofline

// Kernel summaries as JSON, both ways without loss.
//
// One list of fields per struct serves both directions: see fields().
#include "roofline/Report/SummaryJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

template <typename T> struct Names;
#define ROOFLINE_NAMES(Type, ...)                                              \
  template <> struct Names<Type> {                                             \
    static constexpr const char *Values[] = {__VA_ARGS__};                     \
  }
ROOFLINE_NAMES(Unknown::Kind, "trip-count", "control-flow", "operation",
               "access");
ROOFLINE_NAMES(ScalarKind, "none", "int", "float", "pointer");
ROOFLINE_NAMES(KernelArg::Kind, "scalar", "buffer", "image", "sampler", "pipe",
               "aggregate");
ROOFLINE_NAMES(MemoryAccess::Kind, "read", "write", "atomic");
ROOFLINE_NAMES(TripCount::Kind, "exact", "at-most", "unknown");
ROOFLINE_NAMES(CarriedDependence::Kind, "register", "memory");
ROOFLINE_NAMES(Node::Kind, "sequence", "branch", "loop", "block");
#undef ROOFLINE_NAMES
template <> struct Names<AddressSpace> {
  static constexpr auto &Values = AddressSpaceNames;
};
/// Nesting beyond which a closed form is not ours; bounds the recursion.
constexpr unsigned MaxExprDepth = 256;
constexpr const char *Operators[] = {"",  "",    "+",   "*",   "/",
                                     "%", "min", "max", "log2"};

// The fields of each struct, in the order of the file. V is a Writer or Reader.
template <typename V, typename T> void fields(V &Visit, T &S);

class Writer {
public:
  explicit Writer(json::Object &O) : O(O) {}
  template <typename T> void operator()(const char *Key, const T &Value) {
    O[Key] = write(Value);
  }
  template <typename T>
  void operator()(const char *Key, const std::optional<T> &Value) {
    if (Value)
      O[Key] = write(*Value);
  }

  static json::Value write(const std::string &Text) { return Text; }
  static json::Value write(bool Value) { return Value; }
  static json::Value write(const Expr &E) {
    if (E.K == Expr::Kind::Constant)
      return E.Value;
    if (E.K == Expr::Kind::Symbol)
      return E.Name;
    json::Array Result{Operators[size_t(E.K)]};
    for (const Expr &Op : E.Operands)
      Result.push_back(write(Op));
    return Result;
  }
  template <typename T>
    requires std::is_integral_v<T>
  static json::Value write(T Value) {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8)
      return uint64_t(Value);
    return int64_t(Value);
  }
  template <typename T>
    requires std::is_enum_v<T>
  static json::Value write(T Value) {
    return Names<T>::Values[size_t(Value)];
  }
  template <typename T> static json::Value write(const std::vector<T> &List) {
    json::Array Result;
    for (const T &Element : List)
      Result.push_back(write(Element));
    return Result;
  }
  static json::Value write(const std::array<uint32_t, 3> &Sizes) {
    return json::Array{Sizes[0], Sizes[1], Sizes[2]};
  }
  template <typename T>
    requires std::is_class_v<T>
  static json::Value write(const T &S) {
    json::Object Result;
    Writer W(Result);
    fields(W, const_cast<T &>(S));
    return Result;
  }

private:
  json::Object &O;
};

class Reader {
public:
  Reader(const json::Object &O, json::Path P) : O(O), P(P) {}

  template <typename T> void operator()(const char *Key, T &Out) {
    const json::Value *V = O.get(Key);
    if (!V) {
      P.field(Key).report("missing");
      Ok = false;
    } else if (!read(*V, Out, P.field(Key))) {
      Ok = false;
    }
    Known.push_back(Key);
  }
  template <typename T>
  void operator()(const char *Key, std::optional<T> &Out) {
    Out.reset();
    if (const json::Value *V = O.get(Key))
      Ok = read(*V, Out.emplace(), P.field(Key)) && Ok;
    Known.push_back(Key);
  }

  bool finish() {
    for (const auto &[Key, Value] : O)
      if (Ok && !is_contained(Known, StringRef(Key))) {
        P.field(Key).report("unknown key");
        Ok = false;
      }
    return Ok;
  }

  static bool fail(json::Path P, StringLiteral Message) {
    P.report(Message);
    return false;
  }
  static bool read(const json::Value &V, std::string &Out, json::Path P) {
    auto Text = V.getAsString();
    if (!Text)
      return fail(P, "expected a string");
    Out = *Text;
    return true;
  }
  static bool read(const json::Value &V, bool &Out, json::Path P) {
    auto Flag = V.getAsBoolean();
    if (!Flag)
      return fail(P, "expected true or false");
    Out = *Flag;
    return true;
  }
  static bool read(const json::Value &V, Expr &Out, json::Path P,
                   unsigned Depth = 0) {
    if (auto Number = V.getAsInteger()) {
      Out = Expr::constant(*Number);
      return true;
    }
    if (auto Text = V.getAsString()) {
      Out = Expr::symbol(Text->str());
      return true;
    }
    const json::Array *List = V.getAsArray();
    if (!List || List->size() < 2 || Depth > MaxExprDepth)
      return fail(
          P, "expected a number, a symbol or [operator, operand, operand]");
    auto Name = (*List)[0].getAsString();
    auto *It = find_if(Operators, [&](StringRef Op) {
      return !Op.empty() && Name && Op == *Name;
    });
    if (It == std::end(Operators))
      return fail(P.index(0), "expected one of + * / % min max");
    Out = Expr();
    Out.K = Expr::Kind(It - Operators);
    if ((Out.K == Expr::Kind::Div || Out.K == Expr::Kind::Mod) &&
        List->size() != 3)
      return fail(P, "expected two operands of / or %");
    Out.Operands.resize(List->size() - 1);
    for (size_t I = 1; I < List->size(); ++I)
      if (!read((*List)[I], Out.Operands[I - 1], P.index(I), Depth + 1))
        return false;
    return true;
  }
  template <typename T>
    requires std::is_integral_v<T>
  static bool read(const json::Value &V, T &Out, json::Path P) {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
      auto Large = V.getAsUINT64();
      Out = Large.value_or(0);
      return Large || fail(P, "expected an integer of the field's range");
    }
    auto Number = V.getAsInteger();
    if (!Number || (std::is_unsigned_v<T> && *Number < 0) ||
        (sizeof(T) < 8 && *Number > int64_t(std::numeric_limits<T>::max())))
      return fail(P, "expected an integer of the field's range");
    Out = T(*Number);
    return true;
  }
  template <typename T>
    requires std::is_enum_v<T>
  static bool read(const json::Value &V, T &Out, json::Path P) {
    auto Text = V.getAsString();
    for (auto [I, Name] : enumerate(Names<T>::Values))
      if (Text && *Text == Name) {
        Out = T(I);
        return true;
      }
    return fail(P, "unknown name");
  }
  template <typename T>
  static bool read(const json::Value &V, std::vector<T> &Out, json::Path P) {
    const json::Array *List = V.getAsArray();
    if (!List)
      return fail(P, "expected a list");
    Out.clear();
    Out.resize(List->size());
    for (size_t I = 0; I < List->size(); ++I)
      if (!read((*List)[I], Out[I], P.index(I)))
        return false;
    return true;
  }
  static bool read(const json::Value &V, std::array<uint32_t, 3> &Out,
                   json::Path P) {
    const json::Array *List = V.getAsArray();
    if (!List || List->size() != 3)
      return fail(P, "expected three sizes");
    for (size_t I = 0; I < 3; ++I)
      if (!read((*List)[I], Out[I], P.index(I)))
        return false;
    return true;
  }
  template <typename T>
    requires std::is_class_v<T>
  static bool read(const json::Value &V, T &Out, json::Path P) {
    const json::Object *Object = V.getAsObject();
    if (!Object)
      return fail(P, "expected an object");
    Reader R(*Object, P);
    fields(R, Out);
    return R.finish();
  }

private:
  const json::Object &O;
  json::Path P;
  bool Ok = true;
  SmallVector<StringRef, 16> Known;
};

template <typename V> void list(V &Visit, SourceLocation &S) {
  Visit("file", S.File);
  Visit("line", S.Line);
  Visit("column", S.Column);
}
template <typename V> void list(V &Visit, SourceRange &S) {
  Visit("begin", S.Begin);
  Visit("end", S.End);
}
template <typename V> void list(V &Visit, Unknown &S) {
  Visit("kind", S.K);
  Visit("reason", S.Reason);
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, ValueType &S) {
  Visit("scalar", S.Scalar);
  Visit("bits", S.Bits);
  Visit("lanes", S.Lanes);
}
template <typename V> void list(V &Visit, KernelArg &S) {
  Visit("name", S.Name);
  Visit("type", S.Type);
  Visit("kind", S.K);
  Visit("element", S.Element);
  Visit("space", S.Space);
  Visit("read", S.Read);
  Visit("written", S.Written);
  Visit("fields", S.Fields);
}
template <typename V> void list(V &Visit, Operation &S) {
  Visit("name", S.Name);
  Visit("type", S.Type);
  Visit("location", S.Loc);
  Visit("operands", S.Operands);
  Visit("access", S.Access);
}
template <typename V> void list(V &Visit, Block &S) {
  Visit("first_operation", S.FirstOperation);
  Visit("num_operations", S.NumOperations);
}
template <typename V> void list(V &Visit, IndexTerm &S) {
  Visit("variable", S.Variable);
  Visit("coefficient", S.Coefficient);
}
template <typename V> void list(V &Visit, AffineIndex &S) {
  Visit("offset", S.Offset);
  Visit("terms", S.Terms);
  Visit("irregular", S.Irregular);
  Visit("irregular_along", S.IrregularAlong);
  Visit("assumes_no_wrap", S.AssumesNoWrap);
  Visit("clamped", S.Clamped);
}
template <typename V> void list(V &Visit, MemoryAccess &S) {
  Visit("space", S.Space);
  Visit("kind", S.K);
  Visit("base", S.Base);
  Visit("type", S.Type);
  Visit("bytes", S.NumBytes);
  Visit("bytes_at_most", S.NumBytesAtMost);
  Visit("index", S.Index);
  Visit("reason", S.Reason);
  Visit("predicated", S.Predicated);
  Visit("block", S.BlockId);
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, TripCount &S) {
  Visit("kind", S.K);
  Visit("count", S.Count);
  Visit("reason", S.Reason);
  Visit("reason_location", S.ReasonLoc);
}
template <typename V> void list(V &Visit, CarriedDependence &S) {
  Visit("kind", S.K);
  Visit("producer", S.Producer);
  Visit("consumer", S.Consumer);
  Visit("distance", S.Distance);
  Visit("producer_location", S.ProducerLoc);
  Visit("consumer_location", S.ConsumerLoc);
}
template <typename V> void list(V &Visit, UnrollRequest &S) {
  Visit("disabled", S.Disabled);
  Visit("full", S.Full);
  Visit("factor", S.Factor);
}
template <typename V> void list(V &Visit, Loop &S) {
  Visit("name", S.Name);
  Visit("location", S.Loc);
  Visit("parent", S.Parent);
  Visit("also_at_exit", S.AlsoAtExit);
  Visit("predicated", S.Predicated);
  Visit("trip", S.Trip);
  Visit("unroll", S.Unroll);
  Visit("requested_ii", S.RequestedII);
  Visit("ignore_dependences", S.IgnoreDependences);
  Visit("dependences", S.Dependences);
}
template <typename V> void list(V &Visit, Node &S) {
  Visit("kind", S.K);
  Visit("index", S.Index);
  Visit("children", S.Children);
  Visit("range", S.Range);
}
template <typename V> void list(V &Visit, KernelAttributes &S) {
  Visit("num_compute_units", S.NumComputeUnits);
  Visit("num_simd_work_items", S.NumSimdWorkItems);
  Visit("reqd_work_group_size", S.ReqdWorkGroupSize);
  Visit("max_work_group_size", S.MaxWorkGroupSize);
  Visit("autorun", S.Autorun);
}
template <typename V> void list(V &Visit, Tally &S) {
  Visit("name", S.Name);
  Visit("type", S.Type);
  Visit("number", S.Number);
  Visit("bytes", S.NumBytes);
  Visit("space", S.Space);
  Visit("loop", S.Loop);
  Visit("also_at_exit", S.AlsoAtExit);
  Visit("predicated", S.Predicated);
  Visit("is_loop_lost", S.IsLoopLost);
  Visit("location", S.Loc);
}
template <typename V> void list(V &Visit, LocalArray &S) {
  Visit("name", S.Name);
  Visit("bytes", S.NumBytes);
}
template <typename V> void list(V &Visit, KernelSummary &S) {
  Visit("name", S.Name);
  Visit("location", S.Loc);
  Visit("arguments", S.Args);
  Visit("attributes", S.Attributes);
  Visit("local_arrays", S.LocalArrays);
  Visit("uses_work_item_ids", S.UsesWorkItemIds);
  Visit("root", S.Root);
  Visit("nodes", S.Nodes);
  Visit("loops", S.Loops);
  Visit("accesses", S.Accesses);
  Visit("blocks", S.Blocks);
  Visit("operations", S.Operations);
  Visit("barriers", S.Barriers);
  Visit("tallies", S.Tallies);
  Visit("divergent_branches", S.DivergentBranches);
  Visit("unknowns", S.Unknowns);
}
template <typename V, typename T> void fields(V &Visit, T &S) {
  list(Visit, S);
}

} // namespace

json::Value toJSON(const Expr &E) { return Writer::write(E); }

json::Value toJSON(const std::vector<KernelSummary> &Kernels) {
  return json::Object{{"format", "roofline-summary"},
                      {"version", KernelSummary::FormatVersion},
                      {"kernels", Writer::write(Kernels)}};
}

static Error located(StringRef Name, const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Name + ": " + Message);
}

/// "[line:column, byte=n]: message" of llvm::json as "name:line:column:
/// message".
static Error syntaxError(StringRef Name, StringRef Message) {
  StringRef Place = Message, Rest;
  if (!Place.consume_front("["))
    return located(Name, Message);
  std::tie(Place, Rest) = Place.split("]: ");
  auto [Line, Column] = Place.split(',').first.split(':');
  if (Column == "0") // nothing of the line was read
    Column = "1";
  return createStringError(inconvertibleErrorCode(),
                           Name + ":" + Line + ":" + Column + ": " + Rest);
}

/// Nesting beyond which a file is not ours; the parser recurses.
static constexpr unsigned MaxDepth = 1000;

/// "line:column" where \p Text nests deeper than that.
static std::optional<std::string> findTooDeep(StringRef Text) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (InString && C == '\\')
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (InString)
      continue;
    else if ((C == ']' || C == '}') && Depth > 0)
      --Depth;
    else if ((C == '[' || C == '{') && ++Depth > MaxDepth)
      return std::to_string(1 + Text.take_front(I).count('\n')) + ":" +
             std::to_string(I - (Text.take_front(I).rfind('\n') + 1) + 1);
  }
  return std::nullopt;
}

/// What a summary is around its kernels.
static Error checkEnvelope(StringRef Name, const json::Object *O) {
  if (!O || O->getString("format") != StringRef("roofline-summary"))
    return located(Name,
                   "not a kernel summary: \"format\": \"roofline-summary\" is "
                   "missing");
  const json::Value *Version = O->get("version");
  if (!Version)
    return located(Name, "\"version\" is missing");
  if (Version->getAsInteger() != int64_t(KernelSummary::FormatVersion))
    return located(Name, formatv("version {0}; this program reads version {1}",
                                 *Version, KernelSummary::FormatVersion));
  if (!O->get("kernels"))
    return located(Name, "\"kernels\" is missing");
  return Error::success();
}

Expected<std::vector<KernelSummary>> readSummaries(StringRef Text,
                                                   StringRef Name) {
  if (auto Place = findTooDeep(Text))
    return createStringError(inconvertibleErrorCode(),
                             Name + ":" + *Place + ": nested too deeply");
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return syntaxError(Name, toString(Root.takeError()));
  const json::Object *O = Root->getAsObject();
  if (Error E = checkEnvelope(Name, O))
    return E;
  json::Path::Root PathRoot("summary");
  std::vector<KernelSummary> Kernels;
  if (!Reader::read(*O->get("kernels"), Kernels,
                    json::Path(PathRoot).field("kernels")))
    return located(Name, toString(PathRoot.getError()));
  for (const auto &[Key, Value] : *O)
    if (Key != "format" && Key != "version" && Key != "kernels")
      return located(Name, "unknown field \"" + Key.str() + "\"");
  for (const KernelSummary &K : Kernels)
    if (auto Problem = checkSummary(K))
      return located(Name, "kernel '" + K.Name + "': " + *Problem);
  return Kernels;
}

} // namespace roofline

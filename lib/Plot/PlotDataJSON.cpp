// Plot data as JSON: one list of fields for each struct, to write and to read.
#include "roofline/Plot/PlotData.h"

#include "llvm/ADT/STLExtras.h"

#include <concepts>

using namespace llvm;

namespace roofline {
namespace {

/// The rates of a device: the key of their value says whose they are.
template <typename List> struct Rates {
  List &Of;
  StringLiteral Unit;
};
template <typename List> Rates(List &, StringLiteral) -> Rates<List>;

template <typename T, typename U>
concept Of = std::same_as<std::remove_const_t<T>, U>;

void fields(auto &&F, Of<PlotData::Rate> auto &R, StringLiteral Unit) {
  F.need("name", R.Name).need("measured", R.Measured).need(Unit, R.Value);
}
void fields(auto &&F, Of<PlotData::Device> auto &D) {
  F.need("name", D.Name)
      .need("ceilings", Rates{D.Ceilings, "ops_per_s"})
      .need("sources", Rates{D.Sources, "bytes_per_s"})
      .may("power_w", D.Power);
}
void fields(auto &&F, Of<PlotData::Point> auto &P) {
  F.need("kernel", P.Kernel)
      .need("device", P.Device)
      .pointKind("kind", P.Kind)
      .need("intensity", P.Intensity)
      .need("ops_per_s", P.Performance)
      .may("power_w", P.Power)
      .may("time_s", P.Time)
      .may("error", P.Error)
      .may("label", P.Label)
      .may("contradictions", P.Contradictions);
}
void fields(auto &&F, Of<PlotData::Wall> auto &W) {
  F.need("kernel", W.Kernel)
      .need("intensity", W.Intensity)
      .need("kind", W.Kind);
}
void fields(auto &&F, Of<PlotData::Utilization> auto &U) {
  F.need("kernel", U.Kernel)
      .need("device", U.Device)
      .need("roof_ops_per_s", U.Roof)
      .need("slope_bytes_per_s", U.Slope);
}
void fields(auto &&F, Of<PlotData::Mapping> auto &M) {
  F.need("name", M.Name)
      .need("risk", M.Risk)
      .need("front", M.Front)
      .may("cost", M.Cost)
      .may("power_w", M.Power);
}
void fields(auto &&F, Of<PlotData> auto &Plot) {
  F.need("title", Plot.Title)
      .need("devices", Plot.Devices)
      .need("points", Plot.Points)
      .need("walls", Plot.Walls)
      .need("utilisations", Plot.Utilizations)
      .need("mappings", Plot.Mappings);
}

class Writer {
public:
  explicit Writer(json::Object &O) : O(O) {}

  template <typename T> Writer &need(StringRef Key, const T &Value) {
    O[Key] = written(Value);
    return *this;
  }
  template <typename T>
  Writer &may(StringRef Key, const std::optional<T> &Value) {
    return Value ? need(Key, *Value) : *this;
  }
  /// Leaves out an empty text or list.
  template <typename T> Writer &may(StringRef Key, const T &Value) {
    return Value.empty() ? *this : need(Key, Value);
  }
  Writer &pointKind(StringRef Key, const std::string &Value) {
    return need(Key, Value);
  }

private:
  template <typename T> static json::Value written(const T &Value) {
    if constexpr (std::constructible_from<json::Value, const T &>) {
      return Value;
    } else {
      json::Object O;
      fields(Writer(O), Value);
      return O;
    }
  }
  template <typename T>
  static json::Value written(const std::vector<T> &Values) {
    json::Array A;
    for (const T &Value : Values)
      A.push_back(written(Value));
    return A;
  }
  template <typename List>
  static json::Value written(const Rates<List> &Values) {
    json::Array A;
    for (const PlotData::Rate &R : Values.Of) {
      json::Object O;
      fields(Writer(O), R, Values.Unit);
      A.push_back(std::move(O));
    }
    return A;
  }

  json::Object &O;
};

/// Reads the fields of one object; a key that no field asked for is a mistake.
class Reader {
public:
  Reader(const json::Value &V, json::Path P) : P(P), O(V.getAsObject()) {
    if (!O)
      fail(P, "expected an object");
  }
  template <typename T> Reader &need(StringRef Key, T &&Out) {
    if (const json::Value *V = get(Key))
      read(*V, Out, P.field(Key));
    else if (Good)
      fail(P.field(Key), "a value is needed");
    return *this;
  }
  template <typename T> Reader &may(StringRef Key, std::optional<T> &Out) {
    if (const json::Value *V = get(Key))
      read(*V, Out.emplace(), P.field(Key));
    return *this;
  }
  template <typename T> Reader &may(StringRef Key, T &Out) {
    if (const json::Value *V = get(Key))
      read(*V, Out, P.field(Key));
    return *this;
  }
  Reader &pointKind(StringRef Key, std::string &Out) {
    need(Key, Out);
    if (Good && Out != "attainable" && Out != "predicted" && Out != "measured")
      fail(P.field(Key), "attainable, predicted or measured expected");
    return *this;
  }
  void take(StringRef Key) { Known.push_back(Key); }
  bool done() {
    if (Good && O)
      for (const auto &[Key, Value] : *O)
        if (!is_contained(Known, StringRef(Key)))
          fail(P.field(Key), "no such key");
    return Good;
  }

private:
  const json::Value *get(StringRef Key) {
    take(Key);
    return O && Good ? O->get(Key) : nullptr;
  }
  void fail(json::Path At, StringLiteral Message) {
    Good = false;
    At.report(Message);
  }
  void read(const json::Value &V, std::string &Out, json::Path At) {
    if (auto S = V.getAsString())
      Out = S->str();
    else
      fail(At, "expected a string");
  }
  void read(const json::Value &V, bool &Out, json::Path At) {
    if (auto B = V.getAsBoolean())
      Out = *B;
    else
      fail(At, "expected a boolean");
  }
  void read(const json::Value &V, double &Out, json::Path At) {
    auto N = V.getAsNumber();
    if (N && isPlotNumber(*N))
      Out = *N;
    else
      fail(At, "expected 0 or a number from 1e-30 to 1e30");
  }
  template <typename T, typename... Unit>
  void readList(const json::Value &V, std::vector<T> &Out, json::Path At,
                Unit... Of) {
    const json::Array *A = V.getAsArray();
    if (!A)
      return fail(At, "expected an array");
    for (size_t I = 0; I < A->size() && Good; ++I) {
      json::Path Item = At.index(I);
      Reader R((*A)[I], Item);
      fields(R, Out.emplace_back(), Of...);
      Good = R.done();
    }
  }
  template <typename T>
  void read(const json::Value &V, std::vector<T> &Out, json::Path At) {
    readList(V, Out, At);
  }
  void read(const json::Value &V, std::vector<std::string> &Out,
            json::Path At) {
    if (!fromJSON(V, Out, At))
      Good = false;
  }
  template <typename List>
  void read(const json::Value &V, Rates<List> &Out, json::Path At) {
    readList(V, Out.Of, At, Out.Unit);
  }

  json::Path P;
  const json::Object *O;
  bool Good = true;
  SmallVector<StringRef, 8> Known;
};

} // namespace

json::Value toJSON(const PlotData &Plot) {
  json::Object O{{"format", "roofline-plot"}, {"version", 1}};
  fields(Writer(O), Plot);
  return O;
}

Expected<json::Value> parseFormat(StringRef Text, StringRef Name,
                                  StringRef Format, StringRef What) {
  auto Wrong = [&](const Twine &Message) {
    return createStringError(inconvertibleErrorCode(), Name + ": " + Message);
  };
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return Wrong(toString(Root.takeError()));
  const json::Object *O = Root->getAsObject();
  if (!O || O->getString("format") != Format)
    return Wrong("no " + What + ": 'format' is not " + Format);
  if (O->getInteger("version") != 1)
    return Wrong("this program reads version 1 of " + What);
  return Root;
}

Expected<PlotData> readPlotData(StringRef Text, StringRef Name) {
  Expected<json::Value> Root =
      parseFormat(Text, Name, "roofline-plot", "plot data");
  if (!Root)
    return Root.takeError();
  json::Path::Root PathRoot("plot");
  PlotData Plot;
  Reader R(*Root, PathRoot);
  R.take("format");
  R.take("version");
  fields(R, Plot);
  if (!R.done())
    return createStringError(inconvertibleErrorCode(),
                             Name + ": " + toString(PathRoot.getError()));
  return Plot;
}

} // namespace roofline

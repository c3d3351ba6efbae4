// Variants of a stream kernel as text: reads and prints.
#include "roofline/Stream/Variant.h"

#include <limits>

namespace roofline {
namespace {

constexpr std::string_view MapNames[] = {"map-par", "map-pipe", "map-seq",
                                         "map-comb", "map-chain"};
constexpr std::string_view RuleNames[] = {"reshapeTo", "vectorise", "padTo",
                                          "fuse",      "blockTo",   "tileTo"};
constexpr std::string_view MemoryNames[] = {"A", "B", "C"};

/// Deeper nesting has no design; bounds what is read.
constexpr size_t MaxLevels = 64;

bool isLetter(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_';
}
bool isDigit(char C) { return C >= '0' && C <= '9'; }

/// Position of \p Word in \p Names, or nothing.
template <size_t N>
std::optional<unsigned> indexOf(const std::string_view (&Names)[N],
                                std::string_view Word) {
  for (unsigned I = 0; I < N; ++I)
    if (Names[I] == Word)
      return I;
  return std::nullopt;
}

class Parser {
public:
  explicit Parser(std::string_view Text) : Text(Text) { skipBlanks(); }

  /// False once there is an Error.
  bool parse(Variant &V) {
    if (!parseMap(V))
      return false;
    while (accept('.'))
      if (!parseRule(V))
        return false;
    if (accept('@') && !parseMemory(V))
      return false;
    return Next == Text.size() || fail("'.', '@' or the end is expected");
  }

  VariantError Error;

private:
  bool parseMap(Variant &V);
  bool parseRule(Variant &V);
  bool parseMemory(Variant &V);
  bool parseSize(int64_t &Size);
  bool parseStageBits(uint32_t &Bits);
  bool parseTiles(std::vector<std::vector<int64_t>> &Tiles);

  unsigned column() const { return Next + 1; }
  bool fail(std::string Message) { return failAt(column(), Message); }
  bool failAt(unsigned Column, std::string Message) {
    Error = {Column, std::move(Message)};
    return false;
  }
  void skipBlanks() {
    while (Next < Text.size() && (Text[Next] == ' ' || Text[Next] == '\t' ||
                                  Text[Next] == '\n' || Text[Next] == '\r'))
      ++Next;
  }
  bool accept(char C) {
    if (Next >= Text.size() || Text[Next] != C)
      return false;
    ++Next;
    skipBlanks();
    return true;
  }
  /// Letters, digits and dashes from a letter on; empty where there is none.
  std::string_view word() {
    size_t Begin = Next;
    if (Next < Text.size() && isLetter(Text[Next]))
      while (Next < Text.size() &&
             (isLetter(Text[Next]) || isDigit(Text[Next]) || Text[Next] == '-'))
        ++Next;
    std::string_view Word = Text.substr(Begin, Next - Begin);
    skipBlanks();
    return Word;
  }

  std::string_view Text;
  size_t Next = 0;
};

bool Parser::parseSize(int64_t &Size) {
  unsigned Begin = column();
  Size = 0;
  if (Next >= Text.size() || !isDigit(Text[Next]))
    return fail("a size is expected");
  for (; Next < Text.size() && isDigit(Text[Next]); ++Next) {
    if (Size > (std::numeric_limits<int64_t>::max() - 9) / 10)
      return failAt(Begin, "the size is too large");
    Size = 10 * Size + (Text[Next] - '0');
  }
  if (Size == 0)
    return failAt(Begin, "a size is at least 1");
  skipBlanks();
  return true;
}

bool Parser::parseStageBits(uint32_t &Bits) {
  const unsigned Begin = column();
  int64_t Size;
  if (!parseSize(Size))
    return false;
  if (Size < LeastStageBits || Size > MostStageBits)
    return failAt(Begin, "stages have " + std::to_string(LeastStageBits) +
                             " to " + std::to_string(MostStageBits) + " bits");
  Bits = uint32_t(Size);
  return true;
}

/// n { '+' n } { ',' n { '+' n } }, for three dimensions at most.
bool Parser::parseTiles(std::vector<std::vector<int64_t>> &Tiles) {
  do {
    if (Tiles.size() == 3)
      return fail("there are three dimensions at most");
    std::vector<int64_t> &Of = Tiles.emplace_back();
    do {
      if (!parseSize(Of.emplace_back()))
        return false;
    } while (accept('+'));
  } while (accept(','));
  return true;
}

/// map-KIND [ '[' n ']' ] [ pipe ] ( f | '(' map | f ')' ), f = NAME [ '/' n ];
/// outer levels first.
bool Parser::parseMap(Variant &V) {
  size_t Open = 0;
  bool Bare = false; // the map before has its function without parentheses
  while (true) {
    unsigned Begin = column();
    std::string_view Word = word();
    std::optional<unsigned> Kind = indexOf(MapNames, Word);
    if (Word.starts_with("map") && !Kind)
      return failAt(Begin, "there is no '" + std::string(Word) +
                               "': map-par, map-pipe, map-seq, map-comb or "
                               "map-chain");
    if (Kind && Bare)
      return failAt(Begin, "'(' is expected before a map within a map");
    if (!Kind) {
      if (V.Maps.empty() || Word.empty())
        return failAt(Begin, V.Maps.empty()
                                 ? "a map is expected: map-par, map-pipe, "
                                   "map-seq, map-comb or map-chain"
                                 : "a function or a map is expected");
      V.Function = Word;
      if (accept('/') && !parseStageBits(V.StageBits))
        return false;
      break;
    }
    if (V.Maps.size() == MaxLevels)
      return failAt(Begin, "more than 64 maps");
    MapLevel &Level = V.Maps.emplace_back();
    Level.K = MapLevel::Kind(*Kind);
    Level.Column = Begin;
    if (accept('[')) {
      int64_t Size;
      if (!parseSize(Size))
        return false;
      Level.Size = Size;
      if (!accept(']'))
        return fail("']' is expected");
    }
    const size_t Behind = Next;
    Level.HasPipes =
        word() == "pipe" && Next < Text.size() && Text[Next] == '(';
    if (!Level.HasPipes)
      Next = Behind; // a function of that name
    Bare = !accept('(');
    Open += !Bare;
  }
  for (; Open > 0; --Open)
    if (!accept(')'))
      return fail("')' is expected");
  return true;
}

bool Parser::parseRule(Variant &V) {
  unsigned Begin = column();
  std::optional<unsigned> Kind = indexOf(RuleNames, word());
  if (!Kind)
    return failAt(Begin, "a rule is expected: reshapeTo, vectorise, padTo, "
                         "fuse, blockTo or tileTo");
  if (V.Rules.size() == MaxLevels)
    return failAt(Begin, "more than 64 rules");
  ShapeRule Rule;
  Rule.K = ShapeRule::Kind(*Kind);
  Rule.Column = Begin;
  if (Rule.K == ShapeRule::Kind::TileTo) {
    if (!parseTiles(Rule.Tiles))
      return false;
  } else if (!parseSize(Rule.Size)) {
    return false;
  }
  while (Rule.K == ShapeRule::Kind::BlockTo && Rule.More.size() < 2 &&
         accept(','))
    if (!parseSize(Rule.More.emplace_back()))
      return false;
  V.Rules.push_back(Rule);
  return true;
}

bool Parser::parseMemory(Variant &V) {
  unsigned Begin = column();
  std::optional<unsigned> Form = indexOf(MemoryNames, word());
  if (!Form)
    return failAt(Begin, "a form of memory execution is expected: A, B or C");
  V.Memory = MemoryForm(*Form);
  return true;
}

} // namespace

std::optional<VariantError> parseVariant(std::string_view Text, Variant &V) {
  Variant Read;
  Parser P(Text);
  if (!P.parse(Read))
    return P.Error;
  V = std::move(Read);
  return std::nullopt;
}

/// "n,n+n": numbers of a dimension, and dimensions.
static std::string print(const std::vector<std::vector<int64_t>> &Tiles) {
  std::string Text;
  for (const std::vector<int64_t> &Of : Tiles) {
    Text += Text.empty() ? "" : ",";
    for (size_t I = 0; I < Of.size(); ++I)
      Text += (I ? "+" : "") + std::to_string(Of[I]);
  }
  return Text;
}

static std::string print(const ShapeRule &Rule) {
  std::string Text = std::string(RuleNames[unsigned(Rule.K)]) + " ";
  if (Rule.K == ShapeRule::Kind::TileTo)
    return Text + print(Rule.Tiles);
  Text += std::to_string(Rule.Size);
  for (int64_t Size : Rule.More)
    Text += "," + std::to_string(Size);
  return Text;
}

std::string print(const Variant &V) {
  std::string Text, Close;
  for (const MapLevel &Level : V.Maps) {
    if (!Text.empty()) {
      Text += '(';
      Close += ')';
    }
    Text += MapNames[unsigned(Level.K)];
    if (Level.Size)
      Text += "[" + std::to_string(*Level.Size) + "]";
    Text += Level.HasPipes ? " pipe" : "";
  }
  Text += " " + V.Function;
  if (V.StageBits)
    Text += "/" + std::to_string(V.StageBits);
  Text += Close;
  for (const ShapeRule &Rule : V.Rules)
    Text += " . " + print(Rule);
  if (V.Memory != MemoryForm::B)
    Text += " @" + std::string(MemoryNames[unsigned(V.Memory)]);
  return Text;
}

std::string print(const VectType &T) {
  std::string Text = "t";
  for (size_t I = T.Sizes.size(); I-- > 0;)
    Text = "Vect " + std::to_string(T.Sizes[I]) + " " +
           (I + 1 < T.Sizes.size() ? "(" + Text + ")" : Text);
  return Text;
}

} // namespace roofline

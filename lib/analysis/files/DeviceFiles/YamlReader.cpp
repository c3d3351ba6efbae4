// YAML mappings with located errors.
#include "roofline/DeviceFiles/YamlReader.h"

#include "roofline/Process/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace roofline {

/// Nesting beyond which a file is not ours.
static constexpr unsigned MaxDepth = 16;

Expected<std::unique_ptr<MemoryBuffer>> YamlReader::load(StringRef Path) {
  auto Buffer = readInput(Path);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Path + ": " + Buffer.getError().message());
  return std::move(*Buffer);
}

Expected<YamlReader> YamlReader::open(StringRef Path) {
  auto Text = load(Path);
  return Text ? read(Path, **Text) : Text.takeError();
}

Expected<YamlReader> YamlReader::read(StringRef Path,
                                      const MemoryBuffer &Text) {
  YamlReader R;
  R.Path = Path;
  SourceMgr SM;
  SM.setDiagHandler(
      [](const SMDiagnostic &D, void *Context) {
        auto &Reader = *static_cast<YamlReader *>(Context);
        Reader.problemAt(D.getLineNo(), D.getColumnNo() + 1, D.getMessage());
      },
      &R);
  yaml::Stream Stream(Text.getMemBufferRef(), SM);
  yaml::document_iterator Document = Stream.begin();
  if (Document != Stream.end())
    if (yaml::Node *N = Document->getRoot())
      if (std::optional<Tree> Root = R.copy(N, SM, 0))
        R.Root = std::move(*Root);
  if (!R.failed() && R.Root.K != Tree::Kind::Mapping)
    R.problemAt(1, 1, "a mapping of keys to values is expected");
  if (!R.failed()) {
    // Reads what follows the mapping, and reports what is wrong with it.
    Document->skip();
    if (!R.failed() && ++Document != Stream.end())
      R.problemAt(1, 1, "more than one document");
  }
  if (R.failed())
    return R.takeError();
  return R;
}

/// Line and column where \p N begins; 1:1 for what the parser made up after an
/// error. The range of a flow mapping or list leaves its bracket out.
static std::pair<unsigned, unsigned> placeOf(const yaml::Node &N,
                                             const SourceMgr &SM) {
  SMLoc Start = N.getSourceRange().Start;
  unsigned Buffer = Start.isValid() ? SM.FindBufferContainingLoc(Start) : 0;
  if (!Buffer)
    return {1, 1};
  if (isa<yaml::MappingNode>(N) || isa<yaml::SequenceNode>(N)) {
    const char *Begin = SM.getMemoryBuffer(Buffer)->getBufferStart();
    const char *P = Start.getPointer();
    while (P != Begin && isSpace(P[-1]))
      --P;
    if (P != Begin && (P[-1] == '{' || P[-1] == '['))
      Start = SMLoc::getFromPointer(P - 1);
  }
  return SM.getLineAndColumn(Start, Buffer);
}

std::optional<YamlReader::Tree> YamlReader::copy(yaml::Node *N, SourceMgr &SM,
                                                 unsigned Depth) {
  Tree T;
  if (failed())
    return std::nullopt;
  std::tie(T.Line, T.Column) = placeOf(*N, SM);
  T.KeyLine = T.Line;
  T.KeyColumn = T.Column;
  if (Depth > MaxDepth) {
    problem(T, "nested too deeply");
    return std::nullopt;
  }
  SmallString<64> Storage;
  if (auto *Scalar = dyn_cast<yaml::ScalarNode>(N)) {
    T.Text = Scalar->getValue(Storage).str();
  } else if (auto *Block = dyn_cast<yaml::BlockScalarNode>(N)) {
    T.Text = Block->getValue().str();
  } else if (auto *Mapping = dyn_cast<yaml::MappingNode>(N)) {
    T.K = Tree::Kind::Mapping;
    for (yaml::KeyValueNode &KV : *Mapping) {
      auto *Key = dyn_cast_or_null<yaml::ScalarNode>(KV.getKey());
      if (!Key || failed()) {
        problem(T, "a key that is not a word");
        return std::nullopt;
      }
      std::string Name = Key->getValue(Storage).str();
      auto [Line, Column] = placeOf(*Key, SM);
      yaml::Node *ValueNode = KV.getValue();
      std::optional<Tree> Value =
          ValueNode ? copy(ValueNode, SM, Depth + 1) : std::nullopt;
      if (!Value)
        return std::nullopt;
      Value->KeyLine = Line;
      Value->KeyColumn = Column;
      if (optional(T, Name))
        keyProblem(*Value, "key '" + Name + "' is given twice");
      T.Items.emplace_back(std::move(Name), std::move(*Value));
    }
  } else if (auto *Sequence = dyn_cast<yaml::SequenceNode>(N)) {
    T.K = Tree::Kind::Sequence;
    for (yaml::Node &Element : *Sequence) {
      std::optional<Tree> Value = copy(&Element, SM, Depth + 1);
      if (!Value)
        return std::nullopt;
      T.Elements.push_back(std::move(*Value));
    }
  } else if (isa<yaml::AliasNode>(N)) {
    problem(T, "aliases are not supported");
  }
  return T;
}

void YamlReader::problemAt(unsigned Line, unsigned Column, const Twine &Message,
                           StringRef File) {
  if (!Problem.empty())
    return;
  Problem = ((File.empty() ? StringRef(Path) : File) + ":" + Twine(Line) + ":" +
             Twine(Column) + ": " + Message)
                .str();
}

void YamlReader::problem(const Tree &Node, const Twine &Message) {
  problemAt(Node.Line, Node.Column, Message, Node.File);
}

void YamlReader::keyProblem(const Tree &Node, const Twine &Message) {
  problemAt(Node.KeyLine, Node.KeyColumn, Message, Node.File);
}

static void setFile(YamlTree &T, StringRef File) {
  if (T.File.empty())
    T.File = File;
  for (YamlItem &Item : T.Items)
    setFile(Item.Value, File);
  for (YamlTree &Element : T.Elements)
    setFile(Element, File);
}

/// A value with its unit and source is one fact, and is not mixed.
static bool isFact(const YamlTree &T) {
  return any_of(T.Items, [](const YamlItem &I) { return I.Key == "value"; });
}

static void addItems(YamlTree &To, YamlTree &&Base) {
  for (YamlItem &Item : Base.Items) {
    auto Own =
        find_if(To.Items, [&](const YamlItem &I) { return I.Key == Item.Key; });
    if (Own == To.Items.end())
      To.Items.push_back(std::move(Item));
    else if (Own->Value.K == YamlTree::Kind::Mapping &&
             Item.Value.K == YamlTree::Kind::Mapping && !isFact(Own->Value))
      addItems(Own->Value, std::move(Item.Value));
  }
}

void YamlReader::inherit(Tree Base, StringRef File) {
  setFile(Base, File);
  addItems(Root, std::move(Base));
}

Error YamlReader::takeError() {
  if (Problem.empty())
    return Error::success();
  return createStringError(inconvertibleErrorCode(), Problem);
}

const YamlReader::Tree *YamlReader::optional(const Tree &Mapping,
                                             StringRef Key) const {
  for (const auto &[Name, Value] : Mapping.Items)
    if (Name == Key)
      return &Value;
  return nullptr;
}

const YamlReader::Tree *YamlReader::required(const Tree &Mapping,
                                             StringRef Key) {
  const Tree *Value = optional(Mapping, Key);
  if (!Value)
    keyProblem(Mapping, "key '" + Key + "' is missing");
  return Value;
}

void YamlReader::allowOnly(const Tree &Mapping, ArrayRef<StringRef> Known) {
  if (Mapping.K != Tree::Kind::Mapping)
    return problem(Mapping, "a mapping is expected");
  for (const auto &[Name, Value] : Mapping.Items)
    if (!is_contained(Known, Name))
      keyProblem(Value, "unknown key '" + Name +
                            "'; known here: " + join(Known, ", "));
}

void YamlReader::checkFormat(StringRef Format, unsigned Version) {
  const Tree *F = required(Root, "format");
  if (F && F->Text != Format)
    problem(*F, "format '" + F->Text + "', expected '" + Format + "'");
  const Tree *V = required(Root, "version");
  if (V && V->Text != std::to_string(Version))
    problem(*V, "version '" + V->Text + "', this program reads version " +
                    Twine(Version));
}

} // namespace roofline

// Channels of the FPGA vendors, and the depth of channels and pipes, in Clang.
//
/// \file
/// `#pragma OPENCL EXTENSION cl_altera_channels : enable` makes `channel` a
/// word, as in the vendors' compilers; without it the name is the author's. It
/// is a macro for a variable in global memory in a section of its own, so that
/// types, arrays and indices of channels are C; the operations on channels are
/// macros for loads and stores of it, which channelOf() tells from memory.
/// Does not handle channels as arguments of functions, which no vendor has.
/// Source: Intel FPGA SDK for OpenCL, Programming Guide (UG-OCL002), 5.4.
#include "ClangLoops.h"
#include "ClangRegistration.h"

#include "ClangVersions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Lex/Token.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace roofline {
namespace {

constexpr llvm::StringLiteral Extensions[] = {"cl_altera_channels",
                                              "cl_intel_channels"};

/// Text that every OpenCL source starts with.
constexpr char Prologue[] = R"(
#pragma OPENCL EXTENSION cl_altera_channels : begin
#pragma OPENCL EXTENSION cl_altera_channels : end
#pragma OPENCL EXTENSION cl_intel_channels : begin
#pragma OPENCL EXTENSION cl_intel_channels : end
#define __fpga_channel __attribute__((section("fpga.channel"))) volatile __global
#ifdef __cplusplus
extern "C"
#endif
bool __fpga_channel_ready(const volatile __global void *);
)";

struct VendorWord {
  const char *Name, *Definition;
};

/// A word of the vendors' that the author declares himself stays the author's.
constexpr VendorWord Words[] = {
    {"read_channel_altera", "#define read_channel_altera(c) (c)"},
    {"read_channel_intel", "#define read_channel_intel(c) (c)"},
    {"write_channel_altera",
     "#define write_channel_altera(c, ...) ((void)((c) = (__VA_ARGS__)))"},
    {"write_channel_intel",
     "#define write_channel_intel(c, ...) ((void)((c) = (__VA_ARGS__)))"},
    {"read_channel_nb_altera", "#define read_channel_nb_altera(c, v) "
                               "(*(v) = __fpga_channel_ready(&(c)), (c))"},
    {"read_channel_nb_intel", "#define read_channel_nb_intel(c, v) "
                              "(*(v) = __fpga_channel_ready(&(c)), (c))"},
    {"write_channel_nb_altera",
     "#define write_channel_nb_altera(c, ...) "
     "((c) = (__VA_ARGS__), __fpga_channel_ready(&(c)))"},
    {"write_channel_nb_intel",
     "#define write_channel_nb_intel(c, ...) "
     "((c) = (__VA_ARGS__), __fpga_channel_ready(&(c)))"},
    {"get_compute_id", "__attribute__((const)) int get_compute_id(unsigned);"},
    // Orders operations on channels; Clang's own flags are 1, 2 and 4.
    {"CLK_CHANNEL_MEM_FENCE", "enum { CLK_CHANNEL_MEM_FENCE = 0x10 };"},
    // Asks for a register behind its operand, which keeps its value.
    {"__fpga_reg", "#define __fpga_reg(...) (__VA_ARGS__)"},
    // Ask for a kind of load/store unit; Best Practices Guide 22.4, 3.6.3.
    {"__pipelined_load", "#define __pipelined_load(p) (*(p))"},
    {"__prefetching_load", "#define __prefetching_load(p) (*(p))"},
    {"__burst_coalesced_load", "#define __burst_coalesced_load(p) (*(p))"},
    {"__burst_coalesced_cached_load",
     "#define __burst_coalesced_cached_load(p, bytes) (*(p))"},
    {"__pipelined_store",
     "#define __pipelined_store(p, ...) ((void)(*(p) = (__VA_ARGS__)))"},
    {"__burst_coalesced_store",
     "#define __burst_coalesced_store(p, ...) ((void)(*(p) = (__VA_ARGS__)))"}};

/// The same where the source has pipes at program scope.
constexpr VendorWord PipeWords[] = {
    {"__fp", "#define __fp __fpga_channel"},
    {"__fpga_rd",
     "#define __fpga_rd(p, v) (*(v) = (p), !__fpga_channel_ready(&(p)))"},
    {"__fpga_wrt",
     "#define __fpga_wrt(p, v) ((p) = *(v), !__fpga_channel_ready(&(p)))"},
    {"read_pipe_block", "#define read_pipe_block(p, v) (*(v) = (p), 0)"},
    {"write_pipe_block", "#define write_pipe_block(p, v) ((p) = *(v), 0)"}};

/// Names that the main file gives meanings of its own.
struct AuthorsNames {
  llvm::StringSet<> Declared; ///< outside of functions, or as enumerators
  bool HasChannel = false;    ///< `channel` is a name of the author's
};

/// Reads the names from the tokens of the main file. `channel` is a name where
/// it is a type's, or where it is used and no declaration begins with it.
AuthorsNames authorsNames(const SourceManager &SM, const LangOptions &Options) {
  AuthorsNames Names;
  const FileID Main = SM.getMainFileID();
  Lexer Lex(Main, SM.getBufferOrFake(Main), SM, Options);
  int Depth = 0;
  bool InDirective = false, InTypedef = false, InEnum = false, Begins = true;
  bool AfterChannel = false, IsUsed = false, IsWord = false, IsType = false;
  for (Token T; Lex.LexFromRawLexer(T), T.isNot(tok::eof);) {
    if (T.isAtStartOfLine())
      InDirective = T.is(tok::hash);
    if (InDirective)
      continue;
    const llvm::StringRef Name =
        T.is(tok::raw_identifier) ? T.getRawIdentifier() : "";
    IsUsed |= AfterChannel && Name.empty();
    IsType |= AfterChannel && Name.empty() && InTypedef && Depth == 0;
    AfterChannel = Name == "channel";
    IsWord |= AfterChannel && Begins;
    InTypedef = Name == "typedef" || (InTypedef && T.isNot(tok::semi));
    InEnum = Name == "enum" || (InEnum && !T.isOneOf(tok::semi, tok::r_brace));
    if (!Name.empty() && (Depth == 0 || InEnum))
      Names.Declared.insert(Name);
    Depth += T.isOneOf(tok::l_brace, tok::l_paren, tok::l_square);
    Depth -= T.isOneOf(tok::r_brace, tok::r_paren, tok::r_square);
    Begins = Depth == 0 && T.isOneOf(tok::semi, tok::r_brace);
  }
  Names.HasChannel = IsType || (IsUsed && !IsWord);
  return Names;
}

/// Makes `channel` a word where the extension is switched on.
class ExtensionCallbacks : public PPCallbacks {
public:
  ExtensionCallbacks(Preprocessor &PP, bool IsNameOfAuthor)
      : PP(PP), IsNameOfAuthor(IsNameOfAuthor) {}

  /// The author may define a word again, as without the extension.
  void MacroDefined(const Token &Name, const MacroDirective *) override {
    if (IsPredefining)
      PP.getMacroInfo(Name.getIdentifierInfo())
          ->setIsAllowRedefinitionsWithoutWarning(true);
  }
  void FileChanged(SourceLocation Loc, FileChangeReason,
                   SrcMgr::CharacteristicKind, FileID) override {
    IsPredefining =
        PP.getSourceManager().getFileID(Loc) == PP.getPredefinesFileID();
  }

  void PragmaOpenCLExtension(SourceLocation NameLoc, const IdentifierInfo *Name,
                             SourceLocation, unsigned State) override {
    constexpr unsigned Enable = 1; // of Clang's OpenCLExtState
    if (State != Enable || IsNameOfAuthor ||
        !llvm::is_contained(Extensions, Name->getName()))
      return;
    if (PP.getLangOpts().getOpenCLCompatibleVersion() < 200) {
      warnOfPragma(PP.getDiagnostics(), NameLoc, "channels need -cl-std=CL2.0");
      return;
    }
    IdentifierInfo *Word = PP.getIdentifierInfo("channel");
    if (!PP.isMacroDefined(Word))
      define(Word, NameLoc);
  }

private:
  void define(IdentifierInfo *Word, SourceLocation Loc) {
    Token Body;
    Body.startToken();
    Body.setKind(tok::identifier);
    Body.setIdentifierInfo(PP.getIdentifierInfo("__fpga_channel"));
    Body.setLocation(Loc);
    Body.setLength(Body.getIdentifierInfo()->getLength());
    MacroInfo *Macro = PP.AllocateMacroInfo(Loc);
    Macro->setTokens(Body, PP.getPreprocessorAllocator());
    Macro->setDefinitionEndLoc(Loc);
    Macro->setIsAllowRedefinitionsWithoutWarning(true);
    PP.appendDefMacroDirective(Word, Macro);
  }

  Preprocessor &PP;
  const bool IsNameOfAuthor; ///< `channel` is
  bool IsPredefining = false;
};

llvm::DenseMap<const Decl *, uint32_t> &depthsOfPipes() {
  static llvm::DenseMap<const Decl *, uint32_t> Depths;
  return Depths;
}

/// `depth(N)` of a channel or pipe, and Xilinx's name of it.
template <bool IsXilinx> class DepthAttribute : public AttributeInfo {
public:
  static constexpr const char *Name =
      IsXilinx ? "xcl_reqd_pipe_depth" : "depth";

  DepthAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, Name}};
    Spellings = Names;
    OptArgs = 15; // any number: Clang's own count is an error
  }
  bool acceptsLangOpts(const LangOptions &Options) const override {
    return Options.OpenCL;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    const auto *Variable = dyn_cast<VarDecl>(D);
    const bool IsPipe = Variable && Variable->getType()->isPipeType();
    const auto *Section = D->getAttr<SectionAttr>();
    if (!IsPipe && !(Section && Section->getName() == ChannelSection))
      return warn(S, A, "only applies to channels and pipes");
    auto Depth = A.getNumArgs() == 1 && A.isArgExpr(0)
                     ? A.getArgAsExpr(0)->getIntegerConstantExpr(S.Context)
                     : std::nullopt;
    if (!Depth || Depth->isNegative() || *Depth > INT32_MAX)
      return IsPipe ? warn(S, A, NoDepth) : fail(S, A, NoDepth);
    if (IsPipe)
      depthsOfPipes()[D] = uint32_t(Depth->getZExtValue());
    else
      D->addAttr(AnnotateAttr::Create(
          S.Context, "fpga.depth=" + std::to_string(Depth->getZExtValue()),
          nullptr, 0, A.getRange()));
    return AttributeApplied;
  }
  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &A,
                                   class Attr *&) const override {
    return warn(S, A, "only applies to channels and pipes");
  }

private:
  static constexpr const char *NoDepth =
      "requires an integer constant that is not negative";

  /// Only of a channel, which Clang alone does not take.
  static AttrHandling fail(Sema &S, const ParsedAttr &A, const char *What) {
    S.Diag(A.getLoc(), S.Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                               "'%0' attribute %1"))
        << Name << What << A.getRange();
    return AttributeNotApplied;
  }
  static AttrHandling warn(Sema &S, const ParsedAttr &A, const char *What) {
    warnOfAttribute(S.getDiagnostics(), A.getRange(),
                    (llvm::Twine("'") + Name + "' attribute " + What).str());
    return AttributeNotApplied;
  }
};

} // namespace

std::optional<uint32_t> pipeDepth(const ParmVarDecl &Pipe) {
  auto It = depthsOfPipes().find(&Pipe);
  return It == depthsOfPipes().end() ? std::nullopt : std::optional(It->second);
}

void prepareSource(CompilerInstance &CI, llvm::ArrayRef<std::string> Defines) {
  Preprocessor &PP = CI.getPreprocessor();
  const AuthorsNames Names =
      authorsNames(CI.getSourceManager(), CI.getLangOpts());
  std::string Text = PP.getPredefines() + Prologue;
  auto AddWords = [&](llvm::ArrayRef<VendorWord> List) {
    for (const VendorWord &Word : List)
      if (!Names.Declared.contains(Word.Name))
        Text += (llvm::Twine(Word.Definition) + "\n").str();
  };
  AddWords(Words);
  if (renameProgramPipes(CI))
    AddWords(PipeWords);
  for (llvm::StringRef Define : Defines) {
    auto [Name, Value] = Define.split('=');
    const bool IsGiven = llvm::any_of(
        CI.getPreprocessorOpts().Macros, [N = Name](const auto &Macro) {
          return llvm::StringRef(Macro.first).split('=').first == N;
        });
    if (!IsGiven)
      Text += ("#define " + Name + " " + Value + "\n").str();
  }
  PP.setPredefines(std::move(Text));
  PP.addPPCallbacks(std::make_unique<ExtensionCallbacks>(PP, Names.HasChannel));
  addPragmas(PP);
  watchLoops(PP);
}

void registerChannels() {
  static ParsedAttrInfoRegistry::Add<DepthAttribute<false>> Depth(
      "depth", "attribute of FPGA compilers");
  static ParsedAttrInfoRegistry::Add<DepthAttribute<true>> PipeDepth(
      "xcl_reqd_pipe_depth", "attribute of FPGA compilers");
}

} // namespace roofline

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
#include "ClangRegistration.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Lex/Token.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"

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
#define read_channel_altera(c) (c)
#define read_channel_intel(c) (c)
#define write_channel_altera(c, ...) ((void)((c) = (__VA_ARGS__)))
#define write_channel_intel(c, ...) ((void)((c) = (__VA_ARGS__)))
#define read_channel_nb_altera(c, v) (*(v) = __fpga_channel_ready(&(c)), (c))
#define read_channel_nb_intel(c, v) (*(v) = __fpga_channel_ready(&(c)), (c))
#define write_channel_nb_altera(c, ...) ((c) = (__VA_ARGS__), __fpga_channel_ready(&(c)))
#define write_channel_nb_intel(c, ...) ((c) = (__VA_ARGS__), __fpga_channel_ready(&(c)))
#define __fp __fpga_channel
#define __fpga_rd(p, v) (*(v) = (p), !__fpga_channel_ready(&(p)))
#define __fpga_wrt(p, v) ((p) = *(v), !__fpga_channel_ready(&(p)))
#define read_pipe_block(p, v) (*(v) = (p), 0)
#define write_pipe_block(p, v) ((p) = *(v), 0)
_Bool __fpga_channel_ready(const volatile __global void *);
__attribute__((const)) int get_compute_id(unsigned);
)";

/// Makes `channel` a word where the extension is switched on.
class ExtensionCallbacks : public PPCallbacks {
public:
  explicit ExtensionCallbacks(Preprocessor &PP) : PP(PP) {}

  void PragmaOpenCLExtension(SourceLocation NameLoc, const IdentifierInfo *Name,
                             SourceLocation, unsigned State) override {
    constexpr unsigned Enable = 1; // of Clang's OpenCLExtState
    if (State != Enable || !llvm::is_contained(Extensions, Name->getName()))
      return;
    if (PP.getLangOpts().getOpenCLCompatibleVersion() < 200) {
      DiagnosticsEngine &Diags = PP.getDiagnostics();
      Diags.Report(NameLoc,
                   Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                         "channels need -cl-std=CL2.0"));
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
    PP.appendDefMacroDirective(Word, Macro);
  }

  Preprocessor &PP;
};

llvm::DenseMap<const Decl *, uint32_t> &depthsOfPipes() {
  static llvm::DenseMap<const Decl *, uint32_t> Depths;
  return Depths;
}

/// `depth(N)` of a channel or pipe, and Xilinx's name of it.
template <bool IsXilinx> class DepthAttribute : public ParsedAttrInfo {
public:
  static constexpr const char *Name =
      IsXilinx ? "xcl_reqd_pipe_depth" : "depth";

  DepthAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, Name}};
    Spellings = Names;
    NumArgs = 1;
  }
  bool acceptsLangOpts(const LangOptions &Options) const override {
    return Options.OpenCL;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    auto Fail = [&](const char *Expected) {
      S.Diag(A.getLoc(), S.Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                                 "'%0' attribute %1"))
          << Name << Expected << A.getRange();
      return AttributeNotApplied;
    };
    const auto *Variable = dyn_cast<VarDecl>(D);
    const bool IsPipe = Variable && Variable->getType()->isPipeType();
    const auto *Section = D->getAttr<SectionAttr>();
    if (!IsPipe && !(Section && Section->getName() == ChannelSection))
      return Fail("only applies to channels and pipes");
    auto Depth = A.isArgExpr(0)
                     ? A.getArgAsExpr(0)->getIntegerConstantExpr(S.Context)
                     : std::nullopt;
    if (!Depth || Depth->isNegative() || *Depth > INT32_MAX)
      return Fail("requires an integer constant that is not negative");
    if (IsPipe)
      depthsOfPipes()[D] = uint32_t(Depth->getZExtValue());
    else
      D->addAttr(AnnotateAttr::Create(
          S.Context, "fpga.depth=" + std::to_string(Depth->getZExtValue()),
          nullptr, 0, A.getRange()));
    return AttributeApplied;
  }
};

} // namespace

std::optional<uint32_t> pipeDepth(const ParmVarDecl &Pipe) {
  auto It = depthsOfPipes().find(&Pipe);
  return It == depthsOfPipes().end() ? std::nullopt : std::optional(It->second);
}

void prepareSource(CompilerInstance &CI, llvm::ArrayRef<std::string> Defines) {
  Preprocessor &PP = CI.getPreprocessor();
  std::string Text = PP.getPredefines() + Prologue;
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
  renameProgramPipes(CI);
  PP.addPPCallbacks(std::make_unique<ExtensionCallbacks>(PP));
}

void registerChannels() {
  static ParsedAttrInfoRegistry::Add<DepthAttribute<false>> Depth(
      "depth", "attribute of FPGA compilers");
  static ParsedAttrInfoRegistry::Add<DepthAttribute<true>> PipeDepth(
      "xcl_reqd_pipe_depth", "attribute of FPGA compilers");
}

} // namespace roofline

// Kernels in Clang's parser: argument names and whole-kernel checks.
#include "ClangRegistration.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace roofline {
namespace {

ClangHost Host;

/// An attribute of ours, as ClangAttributes.cpp wrote it.
struct OurAttribute {
  llvm::StringRef Name, Value;
  const AnnotateAttr *Attr = nullptr;

  /// The product of the sizes; UINT64_MAX where it is larger.
  uint64_t product() const {
    llvm::APInt Product(128, 1);
    for (llvm::StringRef Part : llvm::split(Value, ',')) {
      unsigned Size = 0;
      Part.getAsInteger(10, Size);
      Product *= Size;
    }
    return Product.getLimitedValue();
  }
};

class KernelConsumer : public ASTConsumer {
public:
  void Initialize(ASTContext &C) override { Context = &C; }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (auto *F = dyn_cast<FunctionDecl>(D)) {
        checkAttributes(*F);
        if (F->hasAttr<DeviceKernelAttr>())
          record(*F);
      }
    return true;
  }

private:
  void checkAttributes(const FunctionDecl &F);
  void checkWorkGroup(const FunctionDecl &F, const OurAttribute &A);
  void record(const FunctionDecl &F);

  template <unsigned N>
  DiagnosticBuilder error(const OurAttribute &A, const char (&Message)[N]) {
    DiagnosticsEngine &Diags = Context->getDiagnostics();
    DiagnosticBuilder Builder =
        Diags.Report(A.Attr->getLocation(),
                     Diags.getCustomDiagID(DiagnosticsEngine::Error, Message));
    Builder << A.Name << A.Attr->getRange();
    return Builder;
  }

  ASTContext *Context = nullptr;
};

void KernelConsumer::checkAttributes(const FunctionDecl &F) {
  llvm::StringMap<llvm::StringRef> Seen;
  for (const auto *Attr : F.specific_attrs<AnnotateAttr>()) {
    llvm::StringRef Text = Attr->getAnnotation();
    if (Attr->isInherited() || !Text.consume_front(AnnotationPrefix))
      continue;
    OurAttribute A;
    std::tie(A.Name, A.Value) = Text.split('=');
    A.Attr = Attr;
    auto [It, New] = Seen.try_emplace(A.Name, A.Value);
    if (!F.hasAttr<DeviceKernelAttr>())
      error(A, "'%0' attribute only applies to kernel functions");
    else if (!New && It->second != A.Value)
      error(A, "'%0' attribute contradicts an earlier one of value %1")
          << It->second;
    else if (A.Name == "autorun" && F.getNumParams() != 0)
      error(A, "'%0' attribute requires a kernel without arguments");
    else
      checkWorkGroup(F, A);
  }
}

/// Both attributes restrict what reqd_work_group_size may say.
void KernelConsumer::checkWorkGroup(const FunctionDecl &F,
                                    const OurAttribute &A) {
  const auto *Required = F.getAttr<ReqdWorkGroupSizeAttr>();
  if (!Required)
    return;
  llvm::APInt Product(128, 1);
  for (Expr *Size :
       {Required->getXDim(), Required->getYDim(), Required->getZDim()}) {
    auto Value = Size->getIntegerConstantExpr(*Context);
    if (!Value)
      return;
    Product *= Value->getLimitedValue(UINT32_MAX);
  }
  uint64_t WorkItems = Product.getLimitedValue();
  if (A.Name == "num_simd_work_items" && WorkItems % A.product() != 0)
    error(A, "'%0' attribute must divide the %1 work-items of "
             "'reqd_work_group_size'")
        << std::to_string(WorkItems);
  else if (A.Name == "max_work_group_size" && WorkItems > A.product())
    error(A, "'%0' attribute is less than the %1 work-items of "
             "'reqd_work_group_size'")
        << std::to_string(WorkItems);
}

/// As in the metadata `kernel_arg_type`: unqualified, "float*".
std::string typeSpelling(QualType Type, const PrintingPolicy &Policy) {
  if (const auto *Pointer = Type->getAs<PointerType>())
    return Pointer->getPointeeType().getLocalUnqualifiedType().getAsString(
               Policy) +
           "*";
  return Type.getLocalUnqualifiedType().getAsString(Policy);
}

/// The integers in \p Type, a structure at byte \p Offset, by their offsets.
void addFields(const ASTContext &Context, QualType Type,
               const std::string &Prefix, uint64_t Offset,
               std::map<uint64_t, std::string> &Fields) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !Record->getDefinition() || Record->isUnion())
    return;
  const ASTRecordLayout &Layout =
      Context.getASTRecordLayout(Record->getDefinition());
  for (const FieldDecl *Field : Record->getDefinition()->fields()) {
    if (Field->isBitField())
      continue;
    uint64_t At = Offset + Layout.getFieldOffset(Field->getFieldIndex()) / 8;
    std::string Name = Prefix + Field->getName().str();
    if (Field->getType()->isIntegerType())
      Fields[At] = Name;
    else
      addFields(Context, Field->getType(), Name + ".", At, Fields);
  }
}

void KernelConsumer::record(const FunctionDecl &F) {
  PrintingPolicy Policy = Context->getPrintingPolicy();
  Policy.SuppressTagKeyword = true;
  std::vector<ArgInfo> Arguments;
  for (const ParmVarDecl *P : F.parameters()) {
    QualType Type = P->getType();
    std::string Name = P->getName().str();
    if (Name.empty())
      Name = "arg" + std::to_string(Arguments.size());
    ArgInfo Info{
        std::move(Name), typeSpelling(Type, Policy), {}, pipeDepth(*P)};
    const auto *Pointer = Type->getAs<PointerType>();
    addFields(*Context, Pointer ? Pointer->getPointeeType() : Type, "", 0,
              Info.Fields);
    Arguments.push_back(std::move(Info));
  }
  Host.Record(F.getName(), std::move(Arguments));
}

class KernelAction : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    if (!CI.getLangOpts().OpenCL)
      return std::make_unique<ASTConsumer>();
    prepareSource(CI,
                  Host.Defines ? Host.Defines() : std::vector<std::string>());
    return std::make_unique<KernelConsumer>();
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

void registerKernelConsumer(const ClangHost &Given) {
  Host = Given;
  static FrontendPluginRegistry::Add<KernelAction> Entry(
      "roofline", "argument names and attribute checks of OpenCL kernels");
}

} // namespace roofline

// Kernels in Clang's parser: argument names and whole-kernel checks.
#include "ClangLoops.h"
#include "ClangRegistration.h"

#include "ClangVersions.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace roofline {
namespace {

ClangHost Host;

/// An attribute of ours, as ClangAttributes.cpp wrote it.
struct OurAttribute {
  llvm::StringRef Name, Value;
  SourceRange Range;

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
    for (Decl *D : Group) {
      visit(*D);
      if (auto *F = dyn_cast<FunctionDecl>(D)) {
        takeAttributes(*F);
        if (F->hasAttr<DeviceKernelAttr>())
          record(*F);
      }
    }
    dropLoopRequests(Context->getDiagnostics());
    return true;
  }

private:
  using Attributes = llvm::SmallVector<OurAttribute, 4>;

  static bool keepsHints() {
    return !Host.RecordAttributes || (Host.KeepsHints && Host.KeepsHints());
  }

  /// Gives the loops of \p D their hints; in C++ also of what is inside it.
  void visit(Decl &D) {
    if (auto *Template = dyn_cast<TemplateDecl>(&D))
      if (Decl *Pattern = Template->getTemplatedDecl())
        return visit(*Pattern);
    if (auto *F = dyn_cast<FunctionDecl>(&D))
      return applyLoopRequests(*F, *Context, keepsHints());
    if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(D))
      for (Decl *Inner : cast<DeclContext>(D).decls())
        visit(*Inner);
  }

  void takeAttributes(FunctionDecl &F);
  /// Why \p A, the newest attribute of \p F, is wrong; empty where it is not.
  std::string whyWrong(const FunctionDecl &F, const OurAttribute &A,
                       llvm::ArrayRef<OurAttribute> Earlier) const;
  std::string whyNotWorkGroup(const FunctionDecl &F,
                              const OurAttribute &A) const;
  void record(const FunctionDecl &F);

  ASTContext *Context = nullptr;
  /// By the first declaration of a function.
  llvm::DenseMap<const FunctionDecl *, Attributes> Taken;
};

/// Moves our annotations of \p F into the table, or, where they stay in the IR,
/// copies them; warns of those that are wrong.
void KernelConsumer::takeAttributes(FunctionDecl &F) {
  Attributes &All = Taken[F.getCanonicalDecl()];
  llvm::SmallVector<AnnotateAttr *, 4> Kept;
  bool Changes = false;
  for (auto *Attr : F.specific_attrs<AnnotateAttr>()) {
    llvm::StringRef Text = Attr->getAnnotation();
    if (!Text.consume_front(AnnotationPrefix)) {
      Kept.push_back(Attr);
      continue;
    }
    OurAttribute A;
    std::tie(A.Name, A.Value) = Text.split('=');
    A.Range = Attr->getRange();
    const bool IsNew = !Attr->isInherited();
    const std::string Wrong = IsNew ? whyWrong(F, A, All) : "";
    if (!Wrong.empty()) {
      warnOfAttribute(Context->getDiagnostics(), A.Range, Wrong);
      Attr = AnnotateAttr::Create(
          *Context, (AnnotationPrefix + WrongAttribute + "=" + Wrong).str(),
          nullptr, 0, A.Range);
      A.Name = WrongAttribute;
      A.Value = Attr->getAnnotation().split('=').second;
      Changes = true;
    }
    if (IsNew)
      All.push_back(A);
    if (keepsHints())
      Kept.push_back(Attr);
    else
      Changes = true;
  }
  if (!Changes)
    return;
  F.dropAttr<AnnotateAttr>();
  for (AnnotateAttr *Attr : Kept)
    F.addAttr(Attr);
}

std::string
KernelConsumer::whyWrong(const FunctionDecl &F, const OurAttribute &A,
                         llvm::ArrayRef<OurAttribute> Earlier) const {
  const std::string Attribute = ("'" + A.Name + "' attribute ").str();
  if (A.Name == WrongAttribute)
    return "";
  if (!F.hasAttr<DeviceKernelAttr>())
    return Attribute + "only applies to kernel functions";
  for (const OurAttribute &E : Earlier)
    if (E.Name == A.Name && E.Value != A.Value)
      return Attribute + "contradicts an earlier one of value " + E.Value.str();
  if (A.Name == "autorun" && F.getNumParams() != 0)
    return Attribute + "requires a kernel without arguments";
  const std::string Group = whyNotWorkGroup(F, A);
  return Group.empty() ? "" : Attribute + Group;
}

/// Both attributes restrict what reqd_work_group_size may say.
std::string KernelConsumer::whyNotWorkGroup(const FunctionDecl &F,
                                            const OurAttribute &A) const {
  const auto *Required = F.getAttr<ReqdWorkGroupSizeAttr>();
  if (!Required)
    return "";
  llvm::APInt Product(128, 1);
  for (auto Size :
       {Required->getXDim(), Required->getYDim(), Required->getZDim()}) {
    auto Value = groupSize(Size, *Context);
    if (!Value)
      return "";
    Product *= Value->getLimitedValue(UINT32_MAX);
  }
  const uint64_t WorkItems = Product.getLimitedValue();
  const std::string Named = "the " + std::to_string(WorkItems) +
                            " work-items of 'reqd_work_group_size'";
  if (A.Name == "num_simd_work_items" && WorkItems % A.product() != 0)
    return "must divide " + Named;
  if (A.Name == "max_work_group_size" && WorkItems > A.product())
    return "is less than " + Named;
  return "";
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
  if (keepsHints() || !F.doesThisDeclarationHaveABody())
    return;
  AttributeTexts Texts;
  for (const OurAttribute &A : Taken[F.getCanonicalDecl()])
    Texts.emplace_back(A.Name, A.Value);
  Host.RecordAttributes(F.getName(), std::move(Texts));
}

class KernelAction : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    if (!CI.getLangOpts().OpenCL)
      return directiveConsumer(CI, Host);
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

// Values of the constant expressions that pragmas have.
#include "ClangConstants.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace roofline {
namespace {

/// Integers and types by their names, as the body of a function sees them.
class Scope {
public:
  explicit Scope(const FunctionDecl &F) : F(F), Context(F.getASTContext()) {}

  std::optional<int64_t> value(llvm::StringRef Name) const {
    if (std::optional<TemplateArgument> A = argument(Name))
      return A->getKind() == TemplateArgument::Integral
                 ? small(A->getAsIntegral())
                 : std::nullopt;
    for (const DeclContext *C = &F; C; C = C->getLookupParent())
      if (std::optional<int64_t> V = valueIn(*C, Name))
        return V;
    return std::nullopt;
  }

  /// The value of \p Name in the class that \p Type names.
  std::optional<int64_t> memberValue(llvm::StringRef Type,
                                     llvm::StringRef Name) const {
    const RecordDecl *Record = nullptr;
    if (std::optional<TemplateArgument> A = argument(Type)) {
      if (A->getKind() == TemplateArgument::Type)
        Record = A->getAsType()->getAsRecordDecl();
    } else {
      for (const DeclContext *C = &F; C && !Record; C = C->getLookupParent())
        for (const NamedDecl *D : found(*C, Type))
          if (const auto *T = dyn_cast<TypeDecl>(D))
            Record = Context.getTypeDeclType(T)->getAsRecordDecl();
    }
    return Record && Record->getDefinition()
               ? valueIn(*Record->getDefinition(), Name)
               : std::nullopt;
  }

private:
  static std::optional<int64_t> small(const llvm::APSInt &Value) {
    if (!Value.isRepresentableByInt64() ||
        std::abs(Value.getExtValue()) > INT32_MAX)
      return std::nullopt;
    return Value.getExtValue();
  }

  static std::optional<TemplateArgument>
  named(llvm::StringRef Name, const TemplateParameterList &Parameters,
        const TemplateArgumentList &Arguments) {
    for (unsigned I = 0; I < Parameters.size() && I < Arguments.size(); ++I)
      if (Parameters.getParam(I)->getName() == Name)
        return Arguments[I];
    return std::nullopt;
  }

  /// The argument of a template around the body for its parameter \p Name.
  std::optional<TemplateArgument> argument(llvm::StringRef Name) const {
    if (const FunctionTemplateDecl *T = F.getPrimaryTemplate())
      if (const TemplateArgumentList *Arguments =
              F.getTemplateSpecializationArgs())
        if (auto A = named(Name, *T->getTemplateParameters(), *Arguments))
          return A;
    for (const DeclContext *C = &F; C; C = C->getParent())
      if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C))
        if (auto A = named(
                Name, *S->getSpecializedTemplate()->getTemplateParameters(),
                S->getTemplateArgs()))
          return A;
    return std::nullopt;
  }

  /// Names are few in a body, which has no table of them.
  llvm::SmallVector<const NamedDecl *, 2> found(const DeclContext &C,
                                                llvm::StringRef Name) const {
    llvm::SmallVector<const NamedDecl *, 2> Result;
    auto Take = [&](const Decl *D) {
      if (const auto *N = dyn_cast<NamedDecl>(D);
          N && N->getDeclName().isIdentifier() && N->getName() == Name)
        Result.push_back(N);
    };
    if (C.isFunctionOrMethod() || !Context.getLangOpts().CPlusPlus) {
      for (const Decl *D : C.decls()) {
        Take(D);
        if (const auto *Enum = dyn_cast<EnumDecl>(D))
          llvm::for_each(Enum->enumerators(), Take);
      }
    } else {
      auto &Names = Context.Idents;
      if (auto It = Names.find(Name); It != Names.end())
        llvm::append_range(Result, C.lookup(It->second));
    }
    return Result;
  }

  std::optional<int64_t> valueIn(const DeclContext &C,
                                 llvm::StringRef Name) const {
    for (const NamedDecl *D : found(C, Name)) {
      if (const auto *E = dyn_cast<EnumConstantDecl>(D))
        return small(E->getInitVal());
      const auto *V = dyn_cast<VarDecl>(D);
      if (!V || !V->getType()->isIntegerType() ||
          !(V->isConstexpr() || V->getType().isConstQualified()))
        continue;
      const Expr *Init = V->getAnyInitializer();
      Expr::EvalResult Value;
      if (Init && !Init->isValueDependent() &&
          Init->EvaluateAsInt(Value, Context))
        return small(Value.Val.getInt());
    }
    return std::nullopt;
  }

  const FunctionDecl &F;
  ASTContext &Context;
};

class ConstantReader {
public:
  ConstantReader(const FunctionDecl &F, llvm::ArrayRef<std::string> Tokens)
      : Names(F), Tokens(Tokens) {}

  std::optional<int64_t> value() {
    std::optional<int64_t> V = binary(0);
    return Tokens.empty() ? V : std::nullopt;
  }

private:
  static unsigned priority(llvm::StringRef Op) {
    return llvm::StringSwitch<unsigned>(Op)
        .Case("*", 3)
        .Case("/", 3)
        .Case("%", 3)
        .Case("+", 2)
        .Case("-", 2)
        .Case("<<", 1)
        .Case(">>", 1)
        .Default(0);
  }

  bool take(llvm::StringRef Text) {
    if (Tokens.empty() || Tokens.front() != Text)
      return false;
    Tokens = Tokens.drop_front();
    return true;
  }

  std::optional<int64_t> binary(unsigned Above) {
    std::optional<int64_t> Left = unary();
    while (Left && !Tokens.empty() && priority(Tokens.front()) > Above) {
      llvm::StringRef Op = Tokens.front();
      Tokens = Tokens.drop_front();
      std::optional<int64_t> Right = binary(priority(Op));
      if (!Right || ((Op == "/" || Op == "%") && *Right <= 0) ||
          ((Op == "<<" || Op == ">>") && (*Right < 0 || *Right > 31)))
        return std::nullopt;
      Left = Op == "*"    ? *Left * *Right
             : Op == "/"  ? *Left / *Right
             : Op == "%"  ? *Left % *Right
             : Op == "+"  ? *Left + *Right
             : Op == "-"  ? *Left - *Right
             : Op == "<<" ? int64_t(uint64_t(*Left) << *Right)
                          : *Left >> *Right;
      if (std::abs(*Left) > INT32_MAX)
        return std::nullopt;
    }
    return Left;
  }

  std::optional<int64_t> unary() {
    if (take("-")) {
      std::optional<int64_t> V = unary();
      return V ? std::optional(-*V) : std::nullopt;
    }
    if (take("(")) {
      std::optional<int64_t> V = binary(0);
      return take(")") ? V : std::nullopt;
    }
    if (Tokens.empty())
      return std::nullopt;
    llvm::StringRef Text = Tokens.front();
    Tokens = Tokens.drop_front();
    if (Tokens.size() > 1 && take("::")) {
      llvm::StringRef Member = Tokens.front();
      Tokens = Tokens.drop_front();
      return Names.memberValue(Text, Member);
    }
    if (std::optional<int64_t> V = Names.value(Text))
      return V;
    Text = Text.rtrim("uUlL");
    int64_t V = 0;
    if (Text.getAsInteger(0, V) || V > INT32_MAX)
      return std::nullopt;
    return V;
  }

  Scope Names;
  llvm::ArrayRef<std::string> Tokens;
};

} // namespace

std::optional<int64_t> constantOf(const FunctionDecl &F,
                                  llvm::ArrayRef<std::string> Tokens) {
  return ConstantReader(F, Tokens).value();
}

} // namespace roofline

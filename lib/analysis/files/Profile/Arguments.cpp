// Values of a kernel's arguments when it is profiled.
#include "Arguments.h"
#include "BufferFile.h"

#include "roofline/Kernel/Reach.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

#include <random>

using namespace llvm;

namespace roofline {

/// Most that all buffers of a launch may hold together [byte]: Oclgrind keeps
/// the buffers, and the text that they are filled from, in memory.
static constexpr uint64_t MaxBytes = uint64_t(1) << 30;

/// Unit of a buffer: its element, or a byte of a structure. The summary does
/// not tell a structure's size.
static ValueType elementOf(const KernelArg &A) {
  return A.Element.Bits ? A.Element : ValueType{ScalarKind::Int, 8, 1};
}

/// [byte] of one element; vectors of three take the room of four.
static uint64_t elementBytes(const KernelArg &A) {
  ValueType T = elementOf(A);
  return uint64_t(T.Bits) / 8 * (T.Lanes == 3 ? 4 : T.Lanes);
}

Error parseBuffer(StringRef Text, BufferFills &All) {
  auto [Name, Rest] = Text.split('=');
  if (Rest.consume_front("@") && !Rest.empty() && !Name.empty()) {
    All[Name.str()] = {BufferFill::Kind::File, 0, Rest.str()};
    return Error::success();
  }
  auto [Elements, Fill] = Rest.split(':');
  BufferFill B;
  if (auto Known = All.find(Name); Known != All.end())
    B = Known->second;
  int Kind = StringSwitch<int>(Fill)
                 .Case("", int(B.K))
                 .Case("random", int(BufferFill::Kind::Random))
                 .Case("zero", int(BufferFill::Kind::Zero))
                 .Case("index", int(BufferFill::Kind::Index))
                 .Default(-1);
  if (Name.empty() || Kind < 0 || Elements.getAsInteger(10, B.Elements) ||
      B.Elements == 0)
    return createStringError(
        "--buffer '" + Text +
        "': NAME=ELEMENTS[:random|zero|index] or NAME=@FILE "
        "expected");
  B.K = BufferFill::Kind(Kind);
  // Elements of a file that the launch file names.
  if (B.K != BufferFill::Kind::File)
    B.File.clear();
  All[Name.str()] = B;
  return Error::success();
}

static Error writeScalar(const KernelArg &A, const ProfilerRun &Run,
                         raw_ostream &OS);

static Error checkBuffers(const KernelSummary &Kernel, const ProfilerRun &Run) {
  uint64_t Sum = 0;
  for (const auto &[Name, B] : Run.Buffers) {
    auto It = find_if(Kernel.Args,
                      [&](const KernelArg &A) { return A.Name == Name; });
    if (It == Kernel.Args.end() || It->K != KernelArg::Kind::Buffer)
      return createStringError("buffer " + Name + ": kernel '" + Kernel.Name +
                               "' has no such buffer");
    const uint64_t Bytes = elementBytes(*It);
    if (B.Elements > MaxBytes / Bytes || (Sum += B.Elements * Bytes) > MaxBytes)
      return createStringError(
          "buffer " + Name +
          ": buffers of more than 1 GiB; profile a smaller launch and let "
          "`analyze --profile` scale it");
  }
  return Error::success();
}

/// A launch file's buffers are for its own sizes: of a smaller launch they need
/// not be larger than the kernel reaches.
static void shrink(BufferFill &B,
                   const std::variant<uint64_t, std::string> &End,
                   uint64_t ElementBytes) {
  if (const auto *Bytes = std::get_if<uint64_t>(&End); Bytes)
    B.Elements = std::min(
        B.Elements, std::max<uint64_t>(1, divideCeil(*Bytes, ElementBytes)));
}

/// True where \p A holds structures whose integers random bytes are no values
/// of: a loop over a length or a link of those runs for ever.
static bool hasMembers(const KernelArg &A) {
  return A.K == KernelArg::Kind::Buffer && A.Read && !A.Fields.empty();
}

/// Reads the file of \p B; an error where it holds fewer elements than the
/// kernel reaches, or than \p B asks for.
static Error readBuffer(const KernelArg &A, BufferFill &B,
                        const std::variant<uint64_t, std::string> &End,
                        ProfilerRun &Run) {
  Expected<std::vector<uint64_t>> Scalars = readScalars(B.File, elementOf(A));
  if (!Scalars)
    return createStringError("buffer " + A.Name + ": " +
                             toString(Scalars.takeError()));
  const uint64_t Bytes = elementBytes(A),
                 Lanes = Bytes / (elementOf(A).Bits / 8);
  if (Scalars->size() % Lanes)
    return createStringError("buffer " + A.Name + ": " + B.File + ": " +
                             Twine(Scalars->size()) +
                             " numbers are no whole number of '" + A.Type +
                             "' elements of " + Twine(Lanes) + " lanes");
  const uint64_t Held = Scalars->size() / Lanes;
  if (B.Elements > Held)
    return createStringError("buffer " + A.Name + ": " + Twine(B.Elements) +
                             " elements are asked for, " + B.File + " holds " +
                             Twine(Held));
  if (!B.Elements)
    B.Elements = Held;
  Scalars->resize(B.Elements * Lanes);
  if (const auto *Reached = std::get_if<uint64_t>(&End);
      Reached && *Reached > B.Elements * Bytes)
    return createStringError("buffer " + A.Name + ": the kernel reaches " +
                             Twine(divideCeil(*Reached, Bytes)) +
                             " elements, " + B.File + " gives " +
                             Twine(B.Elements));
  Run.Contents[A.Name] = std::move(*Scalars);
  return Error::success();
}

static Error sizeBuffer(const KernelSummary &Kernel, const KernelArg &A,
                        ProfilerRun &Run) {
  std::variant<uint64_t, std::string> End = reach(Kernel, Run.L, A.Name);
  if (auto Given = Run.Buffers.find(A.Name);
      Given != Run.Buffers.end() && Given->second.K == BufferFill::Kind::File)
    return readBuffer(A, Given->second, End, Run);
  if (auto Given = Run.Buffers.find(A.Name); Given != Run.Buffers.end()) {
    shrink(Given->second, End, elementBytes(A));
    return Error::success();
  }
  if (const auto *Why = std::get_if<std::string>(&End))
    return createStringError(
        "size of buffer " + A.Name + " is unknown: " + *Why +
        "; give its size: --buffer " + A.Name + "=ELEMENTS");
  BufferFill B;
  B.K = A.Read && !hasMembers(A) ? BufferFill::Kind::Random
                                 : BufferFill::Kind::Zero;
  B.Elements = std::max<uint64_t>(
      1, divideCeil(std::get<uint64_t>(End), elementBytes(A)));
  Run.Buffers[A.Name] = B;
  return Error::success();
}

Error completeArguments(const KernelSummary &Kernel, ProfilerRun &Run) {
  Error Missing = Error::success();
  Launch Bound = Run.L; // with any value for the arguments that lack one
  for (const KernelArg &A : Kernel.Args)
    if (A.K != KernelArg::Kind::Buffer)
      if (Error E = writeScalar(A, Run, nulls())) {
        Bound.Args[A.Name] = 1;
        Missing = joinErrors(std::move(Missing), std::move(E));
      }
  for (const KernelArg &A : Kernel.Args) {
    if (A.K != KernelArg::Kind::Buffer)
      continue;
    Error E = sizeBuffer(Kernel, A, Run);
    // A size that follows from the arguments need not be given.
    if (E && !Run.Buffers.contains(A.Name) &&
        std::holds_alternative<uint64_t>(reach(Kernel, Bound, A.Name)))
      consumeError(std::move(E));
    else
      Missing = joinErrors(std::move(Missing), std::move(E));
  }
  return Missing ? std::move(Missing) : checkBuffers(Kernel, Run);
}

std::vector<std::string> notesOnFills(const KernelSummary &Kernel,
                                      const ProfilerRun &Run) {
  static const char *const Contents[] = {"random numbers", "zeros",
                                         "counting numbers"};
  std::vector<std::string> Notes;
  for (const KernelArg &A : Kernel.Args)
    if (auto B = Run.Buffers.find(A.Name);
        hasMembers(A) && B != Run.Buffers.end() &&
        B->second.K != BufferFill::Kind::File)
      Notes.push_back("buffer " + A.Name + " of '" + A.Type + "' holds " +
                      Contents[unsigned(B->second.K)] + ", no values of " +
                      A.Fields.front() +
                      ": loops that read it may end at once or never; a "
                      "program brings values (roofline profile --app)");
  return Notes;
}

/// Oclgrind's name of a type of \p T's size; numbers of half are bits.
static const char *typeName(const ValueType &T) {
  const bool IsFloat = T.Scalar == ScalarKind::Float;
  switch (T.Bits) {
  case 8:
    return "uchar";
  case 16:
    return "ushort";
  case 32:
    return IsFloat ? "float" : "uint";
  default:
    return IsFloat ? "double" : "ulong";
  }
}

/// Random numbers that do not depend on the machine: floating point from 0 to
/// 1, of 24 bits; half from 0.5 to 1.
static void writeRandom(const KernelArg &A, const BufferFill &B,
                        uint64_t Elements, unsigned Seed, raw_ostream &OS) {
  std::mt19937_64 Engine(Seed);
  const ValueType T = elementOf(A);
  for (uint64_t I = 0; I < Elements; ++I) {
    uint64_t Bits = Engine();
    if (B.Below)
      OS << Bits % *B.Below;
    else if (T.Scalar == ScalarKind::Float && T.Bits == 16)
      OS << 0x3800 + (Bits & 0x3ff);
    else if (T.Scalar == ScalarKind::Float)
      OS << format("%.9g", double(Bits >> 40) / (1 << 24));
    else
      OS << (T.Bits < 64 ? Bits >> (64 - T.Bits) : Bits);
    OS << (I % 16 == 15 ? '\n' : ' ');
  }
  OS << '\n';
}

/// \p Scalars as unsigned integers of the size of \p T: their bits.
static void writeContents(const ValueType &T, ArrayRef<uint64_t> Scalars,
                          raw_ostream &OS) {
  OS << "<size=" << Scalars.size() * (T.Bits / 8) << ' '
     << typeName({ScalarKind::Int, T.Bits, 1}) << ">\n";
  for (const auto &[I, Scalar] : enumerate(Scalars))
    OS << Scalar << (I % 16 == 15 ? '\n' : ' ');
  OS << '\n';
}

static void writeBuffer(const KernelArg &A, const BufferFill &B, unsigned Seed,
                        raw_ostream &OS) {
  // Lanes one by one: a vector is as many elements to Oclgrind.
  uint64_t Lane = elementOf(A).Bits / 8;
  uint64_t Elements = B.Elements * elementBytes(A) / Lane;
  OS << "<size=" << Elements * Lane << ' ' << typeName(elementOf(A));
  switch (B.K) {
  case BufferFill::Kind::Zero:
    OS << " fill=0>\n";
    return;
  case BufferFill::Kind::Index:
    OS << " range=0:1:" << Elements - 1 << ">\n";
    return;
  case BufferFill::Kind::Random:
    OS << ">\n";
    writeRandom(A, B, Elements, Seed, OS);
    return;
  case BufferFill::Kind::File:
    assert(false && "its contents are written");
  }
}

static Error writeScalar(const KernelArg &A, const ProfilerRun &Run,
                         raw_ostream &OS) {
  const ValueType &T = A.Element;
  OS << "<size=" << elementBytes(A) << ' ' << typeName(T) << ">\n";
  auto Integer = Run.L.Args.find(A.Name);
  auto Float = Run.L.Floats.find(A.Name);
  if (T.Lanes == 1 && T.Scalar == ScalarKind::Float &&
      Float != Run.L.Floats.end() && T.Bits >= 32) {
    OS << format("%.17g\n", Float->second);
    return Error::success();
  }
  if (T.Lanes == 1 && T.Scalar == ScalarKind::Int &&
      Integer != Run.L.Args.end()) {
    uint64_t Value = Integer->second;
    OS << (T.Bits < 64 ? Value & ((uint64_t(1) << T.Bits) - 1) : Value) << '\n';
    return Error::success();
  }
  if (A.K == KernelArg::Kind::Scalar && T.Lanes == 1 &&
      (T.Scalar == ScalarKind::Int || T.Bits >= 32))
    return createStringError("argument " + A.Name +
                             " has no value: give it with --arg " + A.Name +
                             "=VALUE");
  return createStringError(
      "argument " + A.Name + " is of type '" + A.Type +
      "', which has to come from a program: roofline profile "
      "--app");
}

Error writeArgument(const KernelSummary &Kernel, unsigned Index,
                    const ProfilerRun &Run, raw_ostream &OS) {
  const KernelArg &A = Kernel.Args[Index];
  auto B = Run.Buffers.find(A.Name);
  if (A.K != KernelArg::Kind::Buffer || B == Run.Buffers.end())
    return writeScalar(A, Run, OS);
  auto Contents = Run.Contents.find(A.Name);
  if (Contents != Run.Contents.end())
    writeContents(elementOf(A), Contents->second, OS);
  else if (A.Space == AddressSpace::Local)
    OS << "<size=" << B->second.Elements * elementBytes(A) << ">\n";
  else
    writeBuffer(A, B->second, Index + 1, OS);
  return Error::success();
}

} // namespace roofline

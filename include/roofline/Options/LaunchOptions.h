// The launch and design options that the driver and the plugin share.
//
/// \file
/// Parses options to Launch, Utilization and other structs; each error names
/// the option and the expected form. checkLaunch() then checks a launch against
/// a kernel once, before any model reads it.
#ifndef ROOFLINE_OPTIONS_LAUNCHOPTIONS_H
#define ROOFLINE_OPTIONS_LAUNCHOPTIONS_H

#include "roofline/Hpca16/Estimate.h"
#include "roofline/Kernel/Counts.h"
#include "roofline/Kernel/Design.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace roofline {

/// Names the part of a launch that does not fit the kernel.
struct LaunchError : llvm::ErrorInfo<LaunchError> {
  static char ID;
  std::string Key; ///< as in a launch file: "global", "args.N", "trips.12"
  std::string Message;
  std::string Option; ///< before the message where no file is named: "--arg "
  LaunchError(const llvm::Twine &Key, const llvm::Twine &Message,
              llvm::StringRef Option = "")
      : Key(Key.str()), Message(Message.str()), Option(Option) {}
  void log(llvm::raw_ostream &OS) const override { OS << Option << Message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// Options of a launch as written on a command line.
struct LaunchTexts {
  std::string Global, Local;       ///< "1024,1024"; Global may name arguments
  std::vector<std::string> Args;   ///< "N=1024"
  std::vector<std::string> Maxima; ///< "N=1024", of arguments at run time
  std::vector<std::string> Trips;  ///< "LINE=COUNT"
  std::string Iterate;             ///< "1024"
  std::vector<std::string> Swaps;  ///< "READ=WRITTEN"
  std::string Borders;             ///< "same"
  std::vector<std::string> Banks;  ///< "a=1"
  bool operator==(const LaunchTexts &) const = default;
};

/// Adds \p Texts to \p L, which may come from a launch file; options win.
llvm::Error applyLaunchTexts(const LaunchTexts &Texts, Launch &L);

/// Parses "1024" [step], the value of --iterate or `iterate`.
llvm::Expected<int64_t> parseSteps(llvm::StringRef Text);

/// Binds argument \p Name of \p L to the number \p Text; false when \p Text is
/// no number.
bool bindArgument(llvm::StringRef Name, llvm::StringRef Text, Launch &L);

/// Puts buffer \p Name of \p L into the bank \p Text; false when \p Text is no
/// number of a bank.
bool bindBank(llvm::StringRef Name, llvm::StringRef Text, Launch &L);

/// Says what is wrong with a \p Text that bindArgument() does not take.
std::string notANumber(llvm::StringRef Text);

/// Removes the arguments of \p L whose names satisfy \p IsErased.
void eraseArguments(Launch &L,
                    llvm::function_ref<bool(llvm::StringRef)> IsErased);

/// Parses "logic=0.4,mem=0.3,dsp=0.1": fractions or per cent ("40%") of the
/// device.
llvm::Expected<Utilization> parseUtilization(llvm::StringRef Text);

/// Parses "measured" or "theoretical".
llvm::Expected<Peaks> parsePeaks(llvm::StringRef Text);

/// Model that predicts times.
struct TimeModel {
  bool OnBoard = true; ///< model "board" on devices that have its values
  ModelForm Form = ModelForm::Hpca16Repaired; ///< variant of HPCA16
};
/// Parses "board", "hpca16" or "hpca16-repaired".
llvm::Expected<TimeModel> parseTimeModel(llvm::StringRef Text);

/// Parses "add,mul,xor": the operators that W counts.
llvm::Expected<OperationChoice> parseOperators(llvm::StringRef Text);

/// True when \p Kernel has the argument that --arg \p Name refers to: "N",
/// "size.s1", "in.width".
bool hasArgument(const KernelSummary &Kernel, llvm::StringRef Name);

/// Returns how to keep the names of arguments where the IR of \p Kernels lost
/// them, as a part of a message; empty where no name is lost.
std::string lostNamesText(llvm::ArrayRef<KernelSummary> Kernels);

/// Checks each --arg of \p L against \p Args, the arguments of \p Kernels
/// ("'a', 'b'"): an error when its name is unknown or its value does not fit
/// the type. Integers become floating-point numbers for floating-point
/// arguments.
llvm::Error checkArguments(llvm::ArrayRef<KernelArg> Args,
                           const llvm::Twine &Kernels, Launch &L);

/// Checks the trip counts of \p L: an error when no loop of \p Kernels, or more
/// than one, starts at a given place.
llvm::Error checkTrips(llvm::ArrayRef<KernelSummary> Kernels, const Launch &L);

/// Completes \p L from the kernel's attributes; an error when \p L contradicts
/// them or names something that the kernel lacks.
llvm::Error checkLaunch(const KernelSummary &Kernel, Launch &L);

/// Does the part of checkLaunch() on dimensions and the size of a work-group.
llvm::Error checkWorkGroup(const KernelAttributes &Attributes,
                           llvm::StringRef Kernel, Launch &L);

} // namespace roofline

#endif

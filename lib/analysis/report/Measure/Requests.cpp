// The worker's work: request in, answer out.
#include "roofline/Measure/Requests.h"
#include "KernelRun.h"
#include "roofline/LLVM/LLVMVersions.h"
#include "roofline/Measure/DeviceStage.h"

using namespace llvm;

namespace roofline {

static Expected<json::Value> answerDevice(const json::Value &Request,
                                          Progress Say) {
  DeviceStageOptions O;
  std::string Kind, Date;
  json::Path::Root Root("request");
  json::ObjectMapper Map(Request, Root);
  if (!Map || !Map.map("platform", O.Device.Platform) ||
      !Map.map("device", O.Device.Device) ||
      !Map.map("seconds_each", O.SecondsEach) || !Map.map("kind", Kind) ||
      !Map.map("date", Date))
    return Root.getError();
  Say("opening the device");
  Expected<Session> S = Session::open(O.Device);
  if (!S)
    return S.takeError();
  // Before a minute of measuring.
  Expected<std::string> Checked = deviceKind(S->info(), Kind);
  if (!Checked)
    return Checked.takeError();
  Expected<DeviceMeasurement> M = measureDevice(*S, O, Say);
  if (!M)
    return M.takeError();
  return deviceYaml(*M, *Checked, Date);
}

Expected<json::Value> answerRequest(const json::Value &Request, Progress Say) {
  const json::Object *O = Request.getAsObject();
  StringRef What = O ? O->getString("do").value_or("") : "";
  if (What == "list") {
    Expected<std::string> List = listOpenCLDevices();
    return List ? Expected<json::Value>(*List) : List.takeError();
  }
  if (What == "device")
    return answerDevice(Request, Say);
  if (What == "kernel")
    return answerKernel(Request, Say);
  return createStringError(inconvertibleErrorCode(),
                           "no request '" + What + "'");
}

} // namespace roofline

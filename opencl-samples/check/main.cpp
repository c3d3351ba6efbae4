// roofline-sample-check: runs samples on an OpenCL device against plain C++.
//
/// \file
/// Try: roofline-sample-check opencl-samples mm
/// Without names, all samples. Exit code 0 if all agree, else 1.
#include "Checks.h"

#include <algorithm>

using namespace samples;

int main(int argc, char **argv) {
  if (argc < 2) {
    std::cerr << "usage: roofline-sample-check FOLDER [NAME...]\n";
    return 1;
  }
  std::vector<Check> All;
  for (auto Group : {arithmeticChecks, clusterChecks, countingChecks,
                     hashChecks, imageChecks, stencilChecks, stepChecks,
                     iterationChecks, levelChecks, streamChecks})
    for (const Check &C : Group())
      All.push_back(C);
  std::vector<std::string> Names(argv + 2, argv + argc);
  for (const std::string &Name : Names)
    if (std::none_of(All.begin(), All.end(),
                     [&](const Check &C) { return C.Name == Name; })) {
      std::cerr << "roofline-sample-check: no check '" << Name << "'\n";
      return 1;
    }
  Session S(argv[1]);
  int Failed = 0;
  for (const Check &C : All) {
    if (!Names.empty() &&
        std::find(Names.begin(), Names.end(), C.Name) == Names.end())
      continue;
    bool Agrees = C.Run(S, C);
    std::cout << (Agrees ? "agrees   " : "DIFFERS  ") << C.Name << std::endl;
    Failed += !Agrees;
  }
  return Failed != 0;
}

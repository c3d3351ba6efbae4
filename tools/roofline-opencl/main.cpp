// roofline-opencl: uses OpenCL for `roofline measure`, in a process of its own.
//
/// \file
/// It answers one request, JSON on its standard input, which is a socket; see
/// roofline/Measure/Worker.h. Nothing for a user to start.
#include "roofline/Measure/Requests.h"
#include "roofline/Measure/Worker.h"

int main() { return roofline::serveRequest(roofline::answerRequest); }

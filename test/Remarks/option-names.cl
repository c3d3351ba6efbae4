// Errors, warnings and hints name the options of the plugin, which the user typed.
// DEFINE: %{c} = %clang -O2 -emit-llvm -c %s -o %t.bc -Rpass-analysis=fpga-cost -mllvm
// RUN: not %{c} -fpga-global=0 2>&1 | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: error: fpga-cost: -fpga-global='0': '0' is not a size from 1 to 2^32
// RUN: not %{c} -fpga-local=1,2,3,4 2>&1 | FileCheck %s --check-prefix=LOCAL
// LOCAL: error: fpga-cost: -fpga-local='1,2,3,4': a list of one to three sizes is expected
// RUN: not %{c} -fpga-arg=n 2>&1 | FileCheck %s --check-prefix=ARG
// ARG: error: fpga-cost: -fpga-arg='n': NAME=VALUE expected
// RUN: not %{c} -fpga-arg=n=300 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: fpga-cost: -fpga-arg=n=300: does not fit into 'uchar', 8 bits
// RUN: %{c} -fpga-arg=m=3 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: warning: fpga-cost: -fpga-arg: no kernel of the file has an argument 'm'
// RUN: not %{c} -fpga-trip=x=3 2>&1 | FileCheck %s --check-prefix=TRIP
// TRIP: error: fpga-cost: -fpga-trip='x=3': LINE=COUNT
// RUN: not %{c} -fpga-utilization=logic=2 2>&1 | FileCheck %s --check-prefix=USED
// USED: error: fpga-cost: -fpga-utilization='logic=2': 'logic=2' is not
// RUN: not %{c} -fpga-model=none 2>&1 | FileCheck %s --check-prefix=MODEL
// MODEL: error: fpga-cost: -fpga-model='none': board,
// RUN: not %{c} -fpga-clock=-1 2>&1 | FileCheck %s --check-prefix=CLOCK
// CLOCK: error: fpga-cost: -fpga-clock: a clock in MHz is expected

// An argument's name may look like an option of the driver that the plugin lacks.
// RUN: not %{c} -fpga-arg=--json=x 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: fpga-cost: -fpga-arg='--json=x': 'x' is neither

// The report has them, too.
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='print<fpga-cost>' -disable-output %t.bc | FileCheck %s --check-prefix=REPORT
// REPORT-NOT: {{(^| |\()}}--
// REPORT: ? number of work-items; bind with -fpga-global=X[,Y[,Z]]
// REPORT-NOT: {{(^| |\()}}--
kernel void fill(global float *a, uchar n) {
  for (uchar k = 0; k < n; ++k)
    a[get_global_id(0) * n + k] = 2.0f;
}

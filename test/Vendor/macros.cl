// The device's vendor decides which macros are defined; -D and -U win.
// RUN: %roofline analyze %s --arg n=8 --summary-out - | FileCheck %s --check-prefix=VENDOR
// RUN: %roofline analyze %s --arg n=8 -U ALTERA_CL --summary-out - | FileCheck %s --check-prefix=OTHER
// RUN: %roofline analyze %s --arg n=8 -DALTERA_CL=3 --summary-out - | FileCheck %s --check-prefix=THREE
// RUN: sed '/^defines:/d' %devices/de5net.yaml > %t.yaml
// RUN: %roofline analyze %s --arg n=8 --device %t.yaml --summary-out - | FileCheck %s --check-prefix=OTHER
// RUN: %clang -S -emit-llvm %s -o - | FileCheck %s --check-prefix=VENDOR
// RUN: %clang -UALTERA_CL -S -emit-llvm %s -o - | FileCheck %s --check-prefix=OTHER
// RUN: %clang -DALTERA_CL=3 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=THREE
// RUN: %clang -mllvm -fpga-device=%t.yaml -S -emit-llvm %s -o - | FileCheck %s --check-prefix=OTHER
// VENDOR: of_vendor
// OTHER: of_other
// THREE: of_three
#if ALTERA_CL == 3
#define NAME of_three
#elif defined(ALTERA_CL) && defined(INTELFPGA_CL)
#define NAME of_vendor
#else
#define NAME of_other
#endif
kernel void NAME(global int *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

// A name that is no macro's is an error at its place.
// RUN: sed 's/^defines:.*/defines: { 1st: 1 }/' %devices/de5net.yaml > %t.bad.yaml
// RUN: not %roofline devices %t.bad.yaml 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: .bad.yaml:[[#]]:12: '1st' is no name of a macro

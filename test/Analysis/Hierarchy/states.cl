// A variable that takes constants and chooses by a switch is the author's state, not
// an exit of a scope: the loop of the source stays one loop.
// RUN: %clang -O0 -S -emit-llvm -gline-tables-only %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void machine(global const char *in, global char *out, int n) {
  int state = 0, i = 0;
  // CHECK: loop at [[@LINE+2]]:3
  // CHECK-NOT: loop at
  while (1) {
    switch (state) {
    case 0:
      if (i >= n)
        return;
      if (in[i] == '"')
        state = 1;
      else
        state = 2;
      break;
    case 1:
      out[i++] = 0;
      if (in[i] == '"')
        state = 2;
      break;
    case 2:
      out[i] = in[i];
      i++;
      state = 0;
      break;
    }
  }
}

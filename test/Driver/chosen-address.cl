// What data choose in one iteration is needed in the next: a merge of two runs reads the
// next element once it knows which one was smaller. Per iteration the read of global
// memory, 64 cycles; address and comparison share one with it.
// RUN: %roofline analyze --verbose %s --allow-unknown --device de5net --kernel merge --arg n=4096 | FileCheck %s --check-prefix=MERGE
// MERGE: * the loop at line [[#@LINE+4]]:3 {{ *}}8192 {{ *}}64
__attribute__((task)) kernel void merge(global const int *restrict a, global const int *restrict b,
                                        global int *restrict to, int n) {
  int i = 0, j = 0;
  for (int k = 0; k < 2 * n; ++k) {
    if (i < n && (j >= n || a[i] <= b[j]))
      to[k] = a[i++];
    else
      to[k] = b[j++];
  }
}

// Here the condition that reads at i does not decide what i is next. One pass is 67 deep:
// the address, the read, the comparison and the branch.
// RUN: %roofline analyze --verbose %s --allow-unknown --device de5net --kernel mark --arg n=4096 | FileCheck %s --check-prefix=MARK
// MARK: the loop at line [[#@LINE+4]]:3 {{ *}}4096 {{ *}}1 67 {{.*}}
__attribute__((task)) kernel void mark(global const int *restrict a, global const int *restrict b,
                                       global int *restrict to, int n) {
  int i = 0;
  for (int k = 0; k < n; ++k)
    if (b[k] > 0) {
      if (a[i] > 5)
        to[k] = 7;
      ++i;
    }
}

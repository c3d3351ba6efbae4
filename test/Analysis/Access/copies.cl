// A copy moves as many bytes as its length says; one of unknown length is an
// operation of unknown cost, not a free access.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
// RUN: not %roofline analyze --verbose %s --kernel some --global 16 --local 4 2>&1 | FileCheck --check-prefix=LATENCY %s
// RUN: not %roofline analyze --verbose %s --kernel huge 2>&1 | FileCheck --check-prefix=HUGE %s
struct Row { float Cells[25]; };

kernel void rows(global struct Row *Into, global const struct Row *From) {
  int i = get_global_id(0);
  // CHECK-LABEL: kernel rows
  // CHECK: global read of From at [[@LINE+2]]:{{[0-9]+}}, 100 bytes: 0 + 100*global_id(0)
  // CHECK: global write of Into at [[@LINE+1]]:{{[0-9]+}}, 100 bytes: 0 + 100*global_id(0)
  Into[i] = From[i];
}

kernel void some(global char *Into, global const char *From, int n) {
  // LATENCY: Q requested [byte] {{ *}}unknown
  // LATENCY: Q compulsory [byte] {{ *}}unknown
  // LATENCY: unknown, so model board gives no time
  // LATENCY: [[@LINE+2]]:20    a copy of unknown length
  // CHECK-LABEL: kernel some
  __builtin_memcpy(Into, From, n);
  // CHECK-NOT: 0 bytes
}

kernel void huge(global char *Into, global const char *From) {
  // HUGE: Q requested [byte] {{ *}}unknown
  // HUGE: [[@LINE+1]]:20    a copy of more than 4 GiB
  __builtin_memcpy(Into, From, 0x100000008);
}

// Requests wider than half of 4 GiB: 16 * (2^31 + 64) bytes in words of 64 are 33554433 each.
// RUN: %roofline analyze --verbose %s --kernel wide --global 16 --local 4 | FileCheck --check-prefix=WIDE %s
kernel void wide(global char *restrict Into, global const char *restrict From) {
  // WIDE: [[@LINE+1]]:{{[0-9]+}} {{ *}}Into {{ *1 *}}2147483712 {{ *}}16 {{ *}}536870928 {{ *}}write
  __builtin_memcpy(Into + (get_global_id(0) << 32), From, 0x80000040u);
}

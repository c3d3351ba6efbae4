// Channels are named with packet and depth; what moves through them is no memory traffic.
// RUN: %roofline analyze --verbose %s --allow-unknown --kernel produce --arg n=1000 | FileCheck %s --check-prefix=PRODUCE
// PRODUCE: channel: writes channel packets, 8 B, depth 64
// PRODUCE: channel: writes channel lanes[6], 4 B, depth 0
// PRODUCE: note: the time is that of a kernel whose channels never keep it waiting
// Three reads of 4 bytes in each of 1000 iterations, and nothing else.
// PRODUCE: Q requested [byte] {{ *}}12000
// RUN: %roofline analyze --verbose %s --allow-unknown --kernel consume --arg n=1000 --json %t.json | FileCheck %s --check-prefix=CONSUME
// CONSUME-DAG: channel: reads channel packets, 8 B, depth 64
// CONSUME-DAG: channel: reads and writes channel back, 4 B, depth not given
// CONSUME: Q requested [byte] {{ *}}4000
// RUN: %python %S/../schema/validate.py %schemas/report.schema.json %t.json
// RUN: %roofline analyze --verbose %s --allow-unknown --summary-out %t.summary.json > %t.txt
// RUN: %python %S/../schema/validate.py %schemas/summary.schema.json %t.summary.json

// With the plugin the source compiles, too, without a warning.
// RUN: %clang -Werror -emit-llvm -c %s -o /dev/null

// Without the extension the word is the author's; OpenCL C 1.2 has no such variables.
// RUN: %clang -DOFF -emit-llvm -c %s -o /dev/null
// RUN: not %clang -cl-std=CL1.2 -emit-llvm -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: channels.cl:[[#]]:26: warning: channels need -cl-std=CL2.0
// RUN: not %clang -DWRONG -emit-llvm -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
#ifdef OFF
kernel void k(global int *channel, int depth) { channel[0] = depth; }
#else
#pragma OPENCL EXTENSION cl_intel_channels : enable
typedef struct {
  float value;
  int index;
} packet;

channel packet packets __attribute__((depth(64)));
channel float lanes[2][3] __attribute__((depth(0)));
channel int back;
#ifdef WRONG
// WRONG: error: 'depth' attribute requires an integer constant that is not negative
channel int few __attribute__((depth(-1)));
// WRONG: warning: 'depth' attribute only applies to channels and pipes
constant int none __attribute__((depth(1))) = 1;
#endif

__attribute__((task)) kernel void produce(global const float *restrict a, int n) {
  for (int i = 0; i < n; ++i) {
    packet p;
    p.value = a[3 * i];
    p.index = i;
    write_channel_intel(packets, p);
    write_channel_intel(lanes[0][2], a[3 * i + 1]);
    bool sent = write_channel_nb_intel(lanes[1][1], a[3 * i + 2]);
    if (!sent)
      write_channel_intel(lanes[1][0], 0.0f);
  }
}

__attribute__((task)) kernel void consume(global float *restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    bool valid;
    int last = read_channel_nb_intel(back, &valid);
    write_channel_intel(back, valid ? last + 1 : 0);
    packet p = read_channel_intel(packets);
    b[i] = p.value + p.index;
  }
}
#endif

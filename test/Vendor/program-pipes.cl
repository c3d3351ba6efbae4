// A pipe at program scope, which clang has not, is a channel; places stay what they are.
// RUN: %roofline analyze --verbose %s --allow-unknown --arg n=64 | FileCheck %s
// RUN: %clang -DWRONG -fsyntax-only %s -Xclang -verify
/* pipe int not_one; */
#define pipe_of(x) x
typedef struct { int a, b; } pair;

pipe pair p0 __attribute__((xcl_reqd_pipe_depth(512)));
pipe unsigned int p1;

// CHECK: kernel first ({{.*}}program-pipes.cl:15)
// CHECK: channel: writes channel p0, 8 B, depth 512
// CHECK: channel: writes channel p1, 4 B, depth not given
__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void first(global const int *in, int n) {
  for (int i = 0; i < n; ++i) {
    pair p = {in[i], i};
    unsigned int twice = 2 * i;
    if (write_pipe(p0, &p) == 0)
      write_pipe_block(p1, &twice);
  }
#ifdef WRONG
  wrong(p0); // expected-error {{use of undeclared identifier 'wrong'}}
#endif
}

// CHECK: kernel second ({{.*}}program-pipes.cl:[[#@LINE+3]])
// CHECK-DAG: channel: reads channel p1
// CHECK-DAG: channel: reads pipe q, 4 B, depth 8
kernel void second(global int *out, read_only pipe int q __attribute__((depth(8))), int n) {
  for (int i = 0; i < n; ++i) {
    unsigned int v;
    int w;
    read_pipe_block(p1, &v);
    read_pipe(q, &w);
    out[i] = v + w;
  }
}

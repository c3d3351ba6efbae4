// An atomic is a read and a write: of 65536 neighbours 2 * 65536 * 4 / 64
// transactions, as `++` has; of one place, where each waits for the one before,
// as many as there are updates.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel each --global 65536 --local 64 | FileCheck %s --check-prefix=EACH
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel plain --global 65536 --local 64 | FileCheck %s --check-prefix=PLAIN
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel one --global 65536 --local 64 | FileCheck %s --check-prefix=ONE
// EACH: 8192 memory transactions
kernel void each(global int *c) { atomic_inc(&c[get_global_id(0)]); }
// PLAIN: 8192 memory transactions
kernel void plain(global int *c) { c[get_global_id(0)]++; }
// ONE: 131072 memory transactions
kernel void one(global int *c) { atomic_inc(c); }

// A load only reads and a store only writes: 65536 * 4 / 64 transactions and 4 bytes each.
// An exchange moves what it exchanges, not the bool that tells of success; a flag is an int.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel load --global 65536 --local 64 | FileCheck %s --check-prefix=LOAD
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel store --global 65536 --local 64 | FileCheck %s --check-prefix=STORE
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel exchange --global 65536 --local 64 | FileCheck %s --check-prefix=EXCHANGE
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel flag --global 65536 --local 64 | FileCheck %s --check-prefix=EXCHANGE
// LOAD: 8192 memory transactions
// LOAD: c {{ *}}read {{ *}}4 {{ *}}4096 {{.*}} consecutive along dim 0
// LOAD: W [{{.*}}] {{ *}}0
// LOAD: Q requested [byte] {{ *}}524288 {{ *}}8*WI
kernel void load(global atomic_int *c, global int *o) {
  o[get_global_id(0)] = atomic_load(&c[get_global_id(0)]);
}
// STORE: 4096 memory transactions
// STORE: c {{ *}}write {{ *}}4 {{ *}}4096 {{.*}} consecutive along dim 0
// STORE: Q requested [byte] {{ *}}262144 {{ *}}4*WI
kernel void store(global atomic_int *c) {
  atomic_store_explicit(&c[get_global_id(0)], 4, memory_order_relaxed);
}
// EXCHANGE: 8192 memory transactions
// EXCHANGE: c {{ *}}atomic {{ *}}4 {{ *}}8192 {{.*}} consecutive along dim 0
// EXCHANGE: Q requested [byte] {{ *}}524288 {{ *}}8*WI
kernel void exchange(global atomic_int *c) {
  int expected = 1;
  atomic_compare_exchange_strong(&c[get_global_id(0)], &expected, 2);
}
kernel void flag(global atomic_flag *c) {
  atomic_flag_test_and_set(&c[get_global_id(0)]);
}
// Beside other accesses of its block: of one place 2 * 65536, and 65536 * 4 / 64.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel beside --global 65536 --local 64 | FileCheck %s --check-prefix=BESIDE
// BESIDE: 135168 memory transactions
// BESIDE: a {{ *}}read {{ *}}4 {{ *}}4096 {{.*}} consecutive along dim 0
// BESIDE: c {{ *}}atomic {{ *}}4 {{ *}}131072 {{.*}} same along dim 0
kernel void beside(global const int *a, global int *c) {
  atomic_add(c, a[get_global_id(0)]);
}

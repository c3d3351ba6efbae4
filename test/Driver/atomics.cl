// An atomic is a read and a write: of 65536 neighbours 2 * 65536 * 4 / 64
// transactions, as `++` has; of one place, where each waits for the one before,
// as many as there are updates.
// RUN: %roofline analyze %s --kernel each --global 65536 --local 64 | FileCheck %s --check-prefix=EACH
// RUN: %roofline analyze %s --kernel plain --global 65536 --local 64 | FileCheck %s --check-prefix=PLAIN
// RUN: %roofline analyze %s --kernel one --global 65536 --local 64 | FileCheck %s --check-prefix=ONE
// EACH: 8192 memory transactions
kernel void each(global int *c) { atomic_inc(&c[get_global_id(0)]); }
// PLAIN: 8192 memory transactions
kernel void plain(global int *c) { c[get_global_id(0)]++; }
// ONE: 131072 memory transactions
kernel void one(global int *c) { atomic_inc(c); }

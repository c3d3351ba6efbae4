// Where the data of repeated launches stays is the function's.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<global=100>' -S %t.ll 2>/dev/null | FileCheck %s --check-prefix=B
// RUN: %opt -passes='fpga-variants<variant=map-pipe f @ C;global=100>' -S %t.ll 2>/dev/null | FileCheck %s --check-prefix=C
kernel void k(global int *a) { a[get_global_id(0)] = 1; }
// B: define void @k.variant({{.*}} [[OWN:#[0-9]+]] {
// B: attributes [[OWN]] = {{.*}}"roofline.memory"="B"
// C: define void @k.variant({{.*}} [[OWN:#[0-9]+]] {
// C: attributes [[OWN]] = {{.*}}"roofline.memory"="C"

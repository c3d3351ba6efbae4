// loops.json is as its schema says, and is read back with errors at their places.
// RUN: rm -rf %t && %roofline emit verilog %s --variant loops -o %t
// RUN: %python %S/../schema/validate.py %schemas/loop-core.schema.json %t/loops.json
// RUN: FileCheck %s --input-file %t/loops.json
// CHECK: "format": "roofline-loop-core"
// RUN: sed -i 's/"version": 1/"version": 2/' %t/loops.json
// RUN: not %roofline verify %t --no-synthesis 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: loops.json{{.*}}version
// RUN: sed -i -e 's/"version": 2/"version": 1/' -e 's/"depth": 1/"depth": 0/' %t/loops.json
// RUN: not %roofline verify %t --no-synthesis 2>&1 | FileCheck %s --check-prefix=DEPTH
// DEPTH: loops.json{{.*}}depth
// RUN: rm %t/loops.json && echo '{' > %t/loops.json
// RUN: not %roofline verify %t --no-synthesis 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: loops.json:2:1
kernel void transposed(global const int *in, global int *out) {
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      out[8 * i + j] = in[8 * j + i];
}

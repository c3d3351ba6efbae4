kernel void scale(global float *a, float by) {
  a[get_global_id(0)] *= by;
}

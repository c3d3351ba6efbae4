// y = A x of a sparse matrix in CSR: one work-item for each row.
kernel void spmv(global const uint *restrict row_start,
                 global const uint *restrict column,
                 global const float *restrict value,
                 global const float *restrict x, global float *restrict y) {
  size_t row = get_global_id(0);
  float sum = 0.0f;
  for (uint e = row_start[row]; e < row_start[row + 1]; ++e)
    sum += value[e] * x[column[e]];
  y[row] = sum;
}

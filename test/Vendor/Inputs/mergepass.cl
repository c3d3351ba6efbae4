// One pass of a merge sort: merges neighbouring runs of `width` numbers.
__attribute__((max_global_work_dim(0)))
kernel void merge_pass(global const int *restrict from, global int *restrict to,
                       int count, int width) {
  for (int start = 0; start < count; start += 2 * width) {
    int left = start, right = start + width;
    int left_end = right, right_end = start + 2 * width;
    for (int k = start; k < start + 2 * width; ++k) {
      bool take_left =
          left < left_end && (right >= right_end || from[left] <= from[right]);
      to[k] = take_left ? from[left] : from[right];
      if (take_left)
        ++left;
      else
        ++right;
    }
  }
}

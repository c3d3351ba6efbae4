# vitis_hls -f gemm.tcl
open_project -reset gemm
set_top gemm
add_files gemm.cpp
add_files -tb gemm_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_array_partition -type cyclic -factor 4 -dim 2 "gemm" a
set_directive_array_partition -type cyclic -factor 4 -dim 1 "gemm" b
set_directive_unroll -factor 4 "gemm/products"
csim_design
csynth_design
exit

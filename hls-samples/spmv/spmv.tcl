# vitis_hls -f spmv.tcl
open_project -reset spmv
set_top spmv
add_files spmv.cpp
add_files -tb spmv_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_unroll -factor 2 "spmv/elements"
csim_design
csynth_design
exit

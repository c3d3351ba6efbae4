# vitis_hls -f heat2d.tcl
open_project -reset heat2d
set_top heat2d
add_files heat2d.cpp
add_files -tb heat2d_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_array_partition -type cyclic -factor 2 -dim 2 "heat2d" plate
csim_design
csynth_design
exit

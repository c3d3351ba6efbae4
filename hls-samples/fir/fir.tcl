# vitis_hls -f fir.tcl
open_project -reset fir
set_top fir
add_files fir.cpp
add_files -tb fir_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_array_partition -type complete "fir" weights
csim_design
csynth_design
exit

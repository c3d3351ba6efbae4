# vitis_hls -f smith_waterman.tcl
open_project -reset smith_waterman
set_top smith_waterman
add_files smith_waterman.cpp
add_files -tb smith_waterman_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_unroll -factor 2 "smith_waterman/columns"
csim_design
csynth_design
exit

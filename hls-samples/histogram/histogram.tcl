# vitis_hls -f histogram.tcl
open_project -reset histogram
set_top histogram
add_files histogram.cpp
add_files -tb histogram_test.cpp
open_solution -reset "solution1" -flow_target vivado
set_part xcu200-fsgd2104-2-e
create_clock -period 4 -name default
set_directive_interface -mode ap_memory -storage_type rom_1p "histogram" in
csim_design
csynth_design
exit

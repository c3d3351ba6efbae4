# run-samples.sh SAMPLES INCLUDE OUT: compiles each sample with its test and runs it.
set -e
mkdir -p "$3"
for folder in "$1"/*/; do
  name=$(basename "$folder")
  clang++ -std=c++14 -O1 -w -I "$2" "$folder$name.cpp" "$folder${name}_test.cpp" -o "$3/$name"
  "$3/$name"
  # Its script adds the same files, and names a function that is there.
  grep -q "^set_top $name\$" "$folder$name.tcl"
  grep -q "^add_files $name.cpp\$" "$folder$name.tcl"
  grep -q "^add_files -tb ${name}_test.cpp\$" "$folder$name.tcl"
done
for bits in 6 10; do
  clang++ -std=c++14 -O1 -w -DFFT_BITS=$bits -I "$2" "$1/fft/fft.cpp" "$1/fft/fft_test.cpp" \
    -o "$3/fft$bits"
  "$3/fft$bits"
done

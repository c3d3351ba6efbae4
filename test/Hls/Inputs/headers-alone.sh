# headers-alone.sh FOLDER: parses each header of a folder by itself.
set -e
cd "$1"
for header in *.h etc/*.h utils/*.h; do
  for mode in "c++14 -D__SYNTHESIS__" "c++20 -U__SYNTHESIS__"; do
    echo "#include \"$header\"" |
      clang++ -x c++ -std=$mode -Wall -Wextra -Werror -fsyntax-only -I . -
  done
done

# options.sh ROOFLINE: says where a command's help and its completion have other options, and
# which options have no text. At the end the number of commands.
count=0
while read -r command; do
  ((++count))
  help=$("$1" $command --help) || echo "$command: no help"
  listed=$(grep -E '^  -' <<<"$help" | grep -oE -- '^  -[a-zA-Z](, --[a-z-]+)?|^  --?[a-z][a-z-]*' |
    tr -s ' ,' '\n' | grep . | sort)
  completed=$("$1" --complete $command - | sort)
  [ "$listed" = "$completed" ] || diff <(echo "$listed") <(echo "$completed") | sed "s/^/$command: /"
  # A text follows on the line after two blanks, or on the next line.
  awk -v command="$command" '
    waiting && !/^                           [^ ]/ { print command ": no text: " waiting }
    { waiting = "" }
    /^  -/ && !/^  [^ ].*   *[^ ]/ { waiting = $0 }' <<<"$help"
done < <("$1" --help | sed -nE 's/^  ([a-z]+( (board|verilog|opencl|hls))?) .*/\1/p')
echo "$count commands"

"""Random OpenCL C: every kernel ends, stays in its buffers and divides by no 0, so that it
may also be run. `wild` adds what Oclgrind does not run: pipes, jumps, long loops."""
import random
import re

PRELUDE = """typedef struct { int a; float b[3]; long c; } record;
int twice(int x) { return x + x; }
"""
MASK = 255  # of indices: buffers have at least 256 elements


class Kernels:
    def __init__(self, seed, wild):
        self.random = random.Random(seed)
        self.wild = wild
        self.names = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, one_in):
        return self.random.randrange(one_in) == 0

    def name(self, letter):
        self.names += 1
        return f"{letter}{self.names}"

    def integer(self, depth=2):
        leaf = ["n", "m", "gid", "lid", "x", *self.counters,
                str(self.random.choice([0, 1, 2, 3, 5, 8, 16, 31, -1]))]
        if depth == 0 or self.chance(4):
            return self.pick(*leaf)
        return self.fill(self.pick(
            "(@ + @)", "(@ - @)", "(@ * 2)", "(@ * 3)", "(@ * @)", "(@ / 2)", "(@ / 3)", "(@ % 2)", "(@ % 5)",
            "(@ % 8)", "(@ & 7)", "(@ & @)", "(@ >> 1)", "(@ >> 3)", "(@ << 2)", "min(@, @)", "max(@, @)",
            "(@ < @ ? @ : @)", "(int)(uchar)(@)", "(int)((uint)(@) >> 4)", "twice(@)" if self.wild else "twice(x)", f"a[(@) & {MASK}]",
            "p[(@) & 7]"), lambda: self.integer(depth - 1))

    @staticmethod
    def fill(form, part):
        """Puts parts for the @ of a form: a form that is not chosen costs nothing."""
        return re.sub("@", lambda _: part(), form)

    def index(self, depth=1):
        return f"({self.integer(depth)}) & {MASK}"

    def real(self, depth=2):
        if depth == 0 or self.chance(4):
            return self.fill(self.pick("f", "1.5f", "v.x", "s.b[1]", "b[@]"), self.index)
        if self.chance(6):
            return f"(float)({self.integer(1)})"
        return self.fill(self.pick("(@ + @)", "(@ * @)", "(@ - @)", "fabs(@)", "sqrt(fabs(@))", "mad(@, @, @)",
                                   "fmin(@, @)", "dot(v, (float4)(@))"), lambda: self.real(depth - 1))

    def condition(self):
        test = f"{self.integer(1)} {self.pick('<', '>', '==', '!=', '>=')} {self.integer(1)}"
        return f"({test}) {self.pick('&&', '||')} gid > 3" if self.chance(6) else test

    def body(self, depth, uniform):
        return " ".join(self.statement(depth, uniform) for _ in range(self.random.randint(1, 3)))

    def statement(self, depth, uniform):
        kind = self.random.randrange(16 if depth < 3 else 8)
        if kind < 2:
            return f"a[{self.index()}] = {self.integer()};"
        if kind == 2:
            return self.pick(f"x += {self.integer()};", f"x = {self.integer()};", f"p[({self.integer(1)}) & 7] = x;")
        if kind == 3:
            return self.pick(f"f = {self.real()};", f"b[{self.index()}] = {self.real()};",
                             f"s.b[({self.integer(1)}) & 1] = f;")
        if kind == 4:
            return self.pick(f"v += vload4(({self.integer(1)}) & 31, b);", f"vstore4(v, ({self.integer(1)}) & 31, b);",
                             f"v.{self.pick('x', 'yz', 'wzyx', 'hi')} {self.pick('*=', '+=')} 2.0f;")
        if kind == 5:
            return f"{self.pick('atomic_add', 'atomic_max', 'atomic_xor')}(&a[{self.index()}], {self.integer(1)});"
        if kind == 6 and uniform:
            return f"t[lid & 63] = x; barrier(CLK_LOCAL_MEM_FENCE); x += t[({self.integer(1)}) & 63]; " \
                   "barrier(CLK_LOCAL_MEM_FENCE);"
        if kind == 7 and self.wild:
            label = self.name("l")
            return f"{label}: x++; if ((x & 7) == 3) goto {label};"
        if kind < 11:
            return self.loop(depth + 1, uniform)
        if kind < 14:
            other = f" else {{ {self.body(depth + 1, False)} }}" if self.chance(2) else ""
            return f"if ({self.condition()}) {{ {self.body(depth + 1, False)} }}{other}"
        if kind == 14:
            arms = "".join(f"case {i}: {self.body(depth + 1, False)} {self.pick('break;', 'break;', '')} "
                           for i in range(self.random.randint(1, 4)))
            return f"switch (({self.integer(1)}) & 7) {{ {arms} default: x ^= 1; }}"
        return "{ record r = s; r.a += x; s = r; x = s.a; }"

    def loop(self, depth, uniform):
        i = self.name("i")
        head = self.pick("", "", "", "#pragma unroll\n", "#pragma unroll 2\n", "#pragma unroll 3\n")
        most = self.pick("n", "m", "4", "7", "(n & 7)", "(lid & 3)", "(gid & 7)")
        start = self.pick("0", "0", "1", "-2", *self.counters[-1:])
        if self.wild:
            most = self.pick(most, "1000000", "(n << 20)", "2147483647", self.integer(1))
        alike = uniform and most in ("n", "m", "4", "7", "(n & 7)") and start in ("0", "1", "-2")
        step = self.pick(f"{i}++", f"{i}++", f"{i} += 2", f"{i} += 3")
        head += f"for (int {i} = {start}; {i} {self.pick('<', '<', '<=')} {most}; {step})"
        if self.chance(5):
            head = f"for (int {i} = {self.pick('64', '9', 'n')}; {i} > 0; {i} {self.pick('>>= 1', '-= 2', '-= 1')})"
            alike = uniform
        alike = alike and not self.counters
        self.counters.append(i)
        inside = self.body(depth, alike)
        if not alike and self.chance(6):  # a barrier is one of all work-items
            inside += f" if ({self.condition()}) {self.pick('break', 'continue')};"
        self.counters.pop()
        return f"\n  {head} {{ {inside} }}\n "

    def kernel(self, name):
        self.counters = []
        attribute = self.pick("", "", "__attribute__((reqd_work_group_size(8, 1, 1))) ")
        pipe = self.wild and self.chance(3)
        text = f"kernel {attribute}void {name}(global int *a, global float *b, int n, int m" \
               f"{', read_only pipe int q' if pipe else ''}) {{\n" \
               "  local int t[64]; int p[8]; for (int i = 0; i < 8; i++) p[i] = i; int gid = get_global_id(0), lid = get_local_id(0), x = gid;\n" \
               "  float f = 0; float4 v = (float4)(f); record s; s.a = 1; s.b[0] = s.b[1] = f; s.c = 4; t[lid & 63] = lid;\n" \
               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        if pipe:
            text += "  read_pipe(q, &x);\n"
        text += "".join(f"  {self.statement(0, True)}\n" for _ in range(self.random.randint(2, 6)))
        return text + "  a[gid & 255] = x + p[gid & 7]; b[gid & 255] = f + v.y;\n}\n"


def source(seed, wild):
    """OpenCL C with one kernel, k."""
    return PRELUDE + Kernels(seed, wild).kernel("k")

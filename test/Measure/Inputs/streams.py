"""streams.py make [CLOCK_MHZ]: times of streams on a board of two banks of 17.064 GB/s, by the
rules of docs/model-board.md, as CSV. streams.py check FILE: FILE has the constants of them."""
import sys

import yaml

PEAK, WORD, SIZE = 17.064e9, 64, 1 << 28
START, SHARE, RING, WRITES, HOLD = 40e-6, 0.9, 1.5, 1.75, 15e-9
MIXES = {(1, 1, 64, "one bank"): 0.7, (2, 1, 64, "interleaved"): 0.5, (2, 1, 16, "interleaved"): 0.3,
         (2, 2, 64, "interleaved"): 0.4}


def seconds(reads, writes, width, place, clock):
    """The slowest of passes, rings, the held bank and the memory."""
    words, streams = SIZE / WORD, reads + writes
    limits = [SIZE / width / clock, RING * reads * words / clock]
    if writes > 1:
        limits.append(WRITES * writes * words / clock)
    if reads and writes and place == "one bank":
        limits.append(writes * words / clock + HOLD * reads * words)
    share = SHARE if streams == 1 else MIXES[reads, writes, width, place]
    limits.append(streams * SIZE / (share * PEAK * (2 if place == "interleaved" else 1)))
    return START + max(limits)


def make(clocks):
    print("reads,writes,width,in,size,clock,time")
    print(f"0,0,0,interleaved,0,250,{START * 1e3}")
    for clock in clocks:
        for kind in [(1, 0, 64, "one bank"), (0, 1, 64, "one bank"), *MIXES]:
            print(*kind, SIZE, clock, seconds(*kind, clock * 1e6) * 1e3, sep=",")


def check(path):
    board = yaml.safe_load(open(path))["board"]
    close = lambda entry, wanted: abs(entry["value"] - wanted) <= 0.01 * wanted
    assert close(board["share"], SHARE * 100), board["share"]
    assert close(board["read_ring"], RING) and close(board["write_ring"], WRITES), board
    assert close(board["write_hold"], HOLD * 1e9) and close(board["start"], START * 1e6), board
    found = {(m["reads"], m["writes"], m["width"], m["in"]): m["share"]["value"] for m in board["mixes"]}
    assert found and all(abs(share / 100 - MIXES[kind]) < 0.01 for kind, share in found.items()), found


make([int(c) for c in sys.argv[2:]] or [60, 80, 300, 500]) if sys.argv[1] == "make" else check(sys.argv[2])

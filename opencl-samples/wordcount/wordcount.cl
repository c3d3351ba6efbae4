// Occurrences of each word in a text, as a map and a reduction into one hash
// table in global memory: HPCA16 section 6.5, baseline.
//
// A word is a run of Latin letters and belongs to the work-item in whose piece
// it begins; its key is its 32-bit FNV-1a hash, so words of one hash count as
// one. The number of slots is a power of two; an empty slot has key 0.
#define HASH_START 2166136261u
#define HASH_FACTOR 16777619u

int is_letter(uchar c) { return (uchar)((c | 32) - 'a') < 26; }

void count_word(volatile __global uint *keys, volatile __global uint *counts,
                uint nslots, uint key) {
  uint slot = key & (nslots - 1);
  for (uint tries = 0; tries < nslots; ++tries) {
    uint owner = atomic_cmpxchg(&keys[slot], 0u, key);
    if (owner == 0 || owner == key) {
      atomic_inc(&counts[slot]);
      return;
    }
    slot = (slot + 1) & (nslots - 1);
  }
}

__kernel void wordcount(__global const uchar *restrict text,
                        __global uint *restrict hash,
                        volatile __global uint *restrict keys,
                        volatile __global uint *restrict counts, int nchars,
                        int piece, uint nslots) {
  int gid = get_global_id(0);
  int first = gid * piece;
  int last = min(first + piece, nchars);
  for (int i = first; i < last; ++i) {
    int begins = is_letter(text[i]) && (i == 0 || !is_letter(text[i - 1]));
    if (begins) {
      hash[gid] = HASH_START;
      for (int c = i; c < nchars && is_letter(text[c]); ++c)
        hash[gid] = (hash[gid] ^ text[c]) * HASH_FACTOR;
      count_word(keys, counts, nslots, max(hash[gid], 1u));
    }
  }
}

// Occurrences of each word in a text with a table per work-group in local
// memory, the hash in private memory, 16 characters a load and two compute
// units: HPCA16 section 6.5, SM_PM_VT_CU. Words and keys as in wordcount.cl;
// piece is a multiple of 16, and zeros fill the text up to a multiple of piece.
#define HASH_START 2166136261u
#define HASH_FACTOR 16777619u
#define LOCAL_SLOTS 1024
#define LOCAL_TRIES 8

int is_letter(uchar c) { return (uchar)((c | 32) - 'a') < 26; }

void add_to_table(volatile __global uint *keys, volatile __global uint *counts,
                  uint nslots, uint key, uint count) {
  uint slot = key & (nslots - 1);
  for (uint tries = 0; tries < nslots; ++tries) {
    uint owner = atomic_cmpxchg(&keys[slot], 0u, key);
    if (owner == 0 || owner == key) {
      atomic_add(&counts[slot], count);
      return;
    }
    slot = (slot + 1) & (nslots - 1);
  }
}

// False: no room near the key's place.
int add_to_local(volatile __local uint *keys, volatile __local uint *counts,
                 uint key) {
  uint slot = key & (LOCAL_SLOTS - 1);
  for (int tries = 0; tries < LOCAL_TRIES; ++tries) {
    uint owner = atomic_cmpxchg(&keys[slot], 0u, key);
    if (owner == 0 || owner == key) {
      atomic_inc(&counts[slot]);
      return 1;
    }
    slot = (slot + 1) & (LOCAL_SLOTS - 1);
  }
  return 0;
}

__attribute__((num_compute_units(2)))
__attribute__((reqd_work_group_size(256, 1, 1))) __kernel void
wordcount_sm_pm_vt_cu(__global const uchar16 *restrict vectors,
                      volatile __global uint *restrict keys,
                      volatile __global uint *restrict counts, int nchars,
                      int piece, uint nslots) {
  __local uint local_keys[LOCAL_SLOTS];
  __local uint local_counts[LOCAL_SLOTS];
  __global const uchar *text = (__global const uchar *)vectors;
  int lid = get_local_id(0);
  for (int s = lid; s < LOCAL_SLOTS; s += 256) {
    local_keys[s] = 0;
    local_counts[s] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  int first = get_global_id(0) * piece;
  int foreign = first > 0 && is_letter(text[first - 1]);
  int inside = 0;
  uint hash = HASH_START;
  for (int i = 0; i < piece / 16; ++i) {
    union {
      uchar16 vector;
      uchar c[16];
    } chars;
    chars.vector = vectors[first / 16 + i];
#pragma unroll 16
    for (int k = 0; k < 16; ++k) {
      int letter = is_letter(chars.c[k]);
      foreign = foreign && letter;
      if (letter && !foreign) {
        hash = (hash ^ chars.c[k]) * HASH_FACTOR;
        inside = 1;
      } else if (inside) {
        uint key = max(hash, 1u);
        if (!add_to_local(local_keys, local_counts, key))
          add_to_table(keys, counts, nslots, key, 1);
        hash = HASH_START;
        inside = 0;
      }
    }
  }
  if (inside) {
    for (int i = first + piece; i < nchars && is_letter(text[i]); ++i)
      hash = (hash ^ text[i]) * HASH_FACTOR;
    add_to_table(keys, counts, nslots, max(hash, 1u), 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = lid; s < LOCAL_SLOTS; s += 256)
    if (local_keys[s])
      add_to_table(keys, counts, nslots, local_keys[s], local_counts[s]);
}

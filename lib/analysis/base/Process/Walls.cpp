// What Linux lets a process give up: writing, and system calls.
//
/// \file
/// Source: Linux, Documentation/userspace-api/landlock.rst and
/// seccomp_filter.rst. Landlock's numbers stand here: Debian 12 has headers
/// older than the kernels that it runs on.
#include "Walls.h"

#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace roofline {
namespace {

#if defined(__x86_64__)
constexpr uint32_t Architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t Architecture = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t Architecture = 0;
#endif

/// Gives the calls \p Listed the answer \p OfListed, others \p OfOthers.
CallFilter answer(std::initializer_list<unsigned> Listed, uint32_t OfListed,
                  uint32_t OfOthers) {
  if (!Architecture)
    return {};
  CallFilter F = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Architecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      // Other numbers of the same calls, as x32 has them.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
  for (unsigned Call : Listed) {
    F.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Call, 0, 1));
    F.push_back(BPF_STMT(BPF_RET | BPF_K, OfListed));
  }
  F.push_back(BPF_STMT(BPF_RET | BPF_K, OfOthers));
  return F;
}

constexpr uint32_t NotPermitted = SECCOMP_RET_ERRNO | 1; // EPERM

/// Rights of Landlock by their bits: writing files, and all that changes a
/// folder. Reading and starting programs stay free.
constexpr uint64_t WriteFile = 1 << 1, Truncate = 1 << 14;
constexpr uint64_t ChangeFolder = 0x7f << 4 | 3 << 11; // to MAKE_SYM
constexpr uint64_t MakeDevices = 1 << 6 | 1 << 11;
constexpr uint64_t Refer = 1 << 13; // from version 2
constexpr uint64_t ScopeSignals = 1 << 1, ScopeAbstractSockets = 1 << 0;

struct Ruleset {
  uint64_t Files = 0, Network = 0, Scoped = 0;
};
struct [[gnu::packed]] PathRule {
  uint64_t Allowed = 0;
  int32_t Folder = -1;
};

int landlockVersion() {
  return int(syscall(SYS_landlock_create_ruleset, nullptr, 0, 1));
}

bool permit(int Rules, const char *Path, uint64_t Rights) {
  PathRule Rule;
  Rule.Folder = open(Path, O_PATH | O_CLOEXEC);
  if (Rule.Folder < 0)
    return false;
  Rule.Allowed = Rights;
  const bool Added =
      syscall(SYS_landlock_add_rule, Rules, /*path beneath*/ 1, &Rule, 0) == 0;
  close(Rule.Folder);
  return Added;
}

} // namespace

CallFilter computingAlone() {
  return answer({SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_madvise,
                 SYS_mprotect, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_exit,
                 SYS_exit_group},
                SECCOMP_RET_ALLOW, SECCOMP_RET_KILL_PROCESS);
}

CallFilter withoutNetwork() {
  return answer({SYS_socket,
                 SYS_connect,
                 SYS_bind,
                 SYS_io_uring_setup,
                 SYS_ptrace,
                 SYS_process_vm_readv,
                 SYS_process_vm_writev,
                 SYS_setsid,
                 SYS_setpgid,
                 SYS_fchown,
                 SYS_fchownat,
#ifdef SYS_chown
                 SYS_chown,
                 SYS_lchown,
#endif
                 SYS_setxattr,
                 SYS_lsetxattr,
                 SYS_mount,
                 SYS_umount2,
                 SYS_unshare,
                 SYS_setns,
                 SYS_bpf,
                 SYS_keyctl,
                 SYS_add_key},
                NotPermitted, SECCOMP_RET_ALLOW);
}

bool setFilter(const CallFilter &Filter) {
  if (Filter.empty())
    return false;
  const sock_fprog Program = {static_cast<unsigned short>(Filter.size()),
                              const_cast<sock_filter *>(Filter.data())};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program) == 0;
}

bool hasLandlock() { return landlockVersion() > 0; }

bool restrictWriting(const char *const *Writable, unsigned Count) {
  const int Version = landlockVersion();
  if (Version < 1)
    return false;
  Ruleset Set;
  Set.Files = WriteFile | ChangeFolder;
  if (Version >= 2)
    Set.Files |= Refer;
  if (Version >= 3)
    Set.Files |= Truncate;
  size_t Size = 8;
  if (Version >= 4) {
    Set.Network = 3; // binding and connecting TCP
    Size = 16;
  }
  if (Version >= 6) {
    Set.Scoped = ScopeSignals | ScopeAbstractSockets;
    Size = 24;
  }
  const int Rules = int(syscall(SYS_landlock_create_ruleset, &Set, Size, 0));
  if (Rules < 0)
    return false;
  bool Done = permit(Rules, "/dev/null", Set.Files & (WriteFile | Truncate));
  for (unsigned I = 0; I < Count; ++I)
    Done &= permit(Rules, Writable[I], Set.Files & ~MakeDevices);
  Done = Done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_landlock_restrict_self, Rules, 0) == 0;
  close(Rules);
  return Done;
}

} // namespace roofline

/**
 * Syscalls the filter refuses, by number on [x86_64, aarch64]; null = the architecture has no such call.
 * Source of the numbers: linux asm/unistd_64.h and asm-generic/unistd.h (6.x). Numbers are a stable kernel ABI.
 */
export type SyscallNumbers = readonly [x64: number | null, arm64: number | null];

/** Answered EPERM: other processes, kernel state, mounts, namespaces, keys, tracing, links, shared memory between processes. */
export const DENIED: Record<string, SyscallNumbers> = {
  // other processes and tracing
  ptrace: [101, 117], process_vm_readv: [310, 270], process_vm_writev: [311, 271], process_madvise: [440, 440],
  process_mrelease: [448, 448], kcmp: [312, 272], pidfd_getfd: [438, 438], pidfd_open: [434, 434],
  pidfd_send_signal: [424, 424], perf_event_open: [298, 241], userfaultfd: [323, 282],
  // new processes (threads come through clone with CLONE_THREAD, see seccomp-filter.ts)
  fork: [57, null], vfork: [58, null],
  // kernel interfaces with a history of holes
  bpf: [321, 280], io_uring_setup: [425, 425], io_uring_enter: [426, 426], io_uring_register: [427, 427],
  keyctl: [250, 219], add_key: [248, 217], request_key: [249, 218], lookup_dcookie: [212, 18], nfsservctl: [180, 42],
  personality: [135, 92], modify_ldt: [154, null], iopl: [172, null], ioperm: [173, null],
  memfd_create: [319, 279], memfd_secret: [447, 447], landlock_create_ruleset: [444, 444],
  // mounts and namespaces
  mount: [165, 40], umount2: [166, 39], pivot_root: [155, 41], chroot: [161, 51], unshare: [272, 97], setns: [308, 268],
  fsopen: [430, 430], fsconfig: [431, 431], fsmount: [432, 432], fspick: [433, 433], move_mount: [429, 429],
  open_tree: [428, 428], mount_setattr: [442, 442], statmount: [457, 457], listmount: [458, 458],
  // the machine
  kexec_load: [246, 104], kexec_file_load: [320, 294], init_module: [175, 105], finit_module: [313, 273],
  delete_module: [176, 106], swapon: [167, 224], swapoff: [168, 225], reboot: [169, 142], acct: [163, 89],
  quotactl: [179, 60], quotactl_fd: [443, 443], syslog: [103, 116], settimeofday: [164, 170], clock_settime: [227, 112],
  clock_adjtime: [305, 266], adjtimex: [159, 171], vhangup: [153, 58], sethostname: [170, 161], setdomainname: [171, 162],
  // file tricks: handles that outlive mounts, links, device nodes, watches
  open_by_handle_at: [304, 265], name_to_handle_at: [303, 264], mknod: [133, null], mknodat: [259, 33],
  link: [86, null], linkat: [265, 37], symlink: [88, null], symlinkat: [266, 36],
  fanotify_init: [300, 262], fanotify_mark: [301, 263], inotify_init: [253, null], inotify_init1: [294, 26],
  // System V and POSIX message passing
  shmget: [29, 194], shmat: [30, 196], semget: [64, 190], msgget: [68, 186], mq_open: [240, 180],
};

/** Answered EACCES: no socket of any family. stdio and the extra fds are read and written with read(2) and write(2). */
export const DENIED_SOCKETS: Record<string, SyscallNumbers> = {
  socket: [41, 198], socketpair: [53, 199], connect: [42, 203], bind: [49, 200], listen: [50, 201], accept: [43, 202],
  accept4: [288, 242], sendto: [44, 206], sendmsg: [46, 211], sendmmsg: [307, 269], recvfrom: [45, 207],
  recvmsg: [47, 212], recvmmsg: [299, 243],
};

/** Judged by their arguments. */
export const CLONE: SyscallNumbers = [56, 220];
export const CLONE3: SyscallNumbers = [435, 435];
export const IOCTL: SyscallNumbers = [16, 29];

import { CLONE, CLONE3, DENIED, DENIED_SOCKETS, IOCTL, type SyscallNumbers } from './seccomp-syscalls';

export type SeccompArch = 'x64' | 'arm64';

/** One classic BPF instruction: struct sock_filter of linux/filter.h. */
export interface BpfInstruction {
  code: number;
  jt: number;
  jf: number;
  k: number;
}

// linux/bpf_common.h and linux/seccomp.h
const LOAD_WORD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const JUMP_EQ = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const JUMP_GE = 0x35;
const JUMP_SET = 0x45;
const RETURN = 0x06;
const RET_ALLOW = 0x7fff0000;
const RET_ERRNO = 0x00050000;
const RET_KILL_PROCESS = 0x80000000;
const EPERM = 1;
const EACCES = 13;
const ENOSYS = 38;

// struct seccomp_data { int nr; u32 arch; u64 ip; u64 args[6]; }, little endian on both architectures
const NR = 0;
const ARCH = 4;
const argLow = (index: number): number => 16 + 8 * index;

const AUDIT_ARCH: Record<SeccompArch, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const X32_BIT = 0x40000000;
export const CLONE_THREAD = 0x00010000;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
export const CLONE_NEW_BITS = [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000];
const CLONE_NEW = CLONE_NEW_BITS.reduce((all, bit) => all | bit, 0);
export const TIOCSTI = 0x5412;
export const TIOCLINUX = 0x541c;

const load = (offset: number): BpfInstruction => ({ code: LOAD_WORD, jt: 0, jf: 0, k: offset });
const jump = (code: number, k: number, jt: number, jf: number): BpfInstruction => ({ code, jt, jf, k: k >>> 0 });
const ret = (k: number): BpfInstruction => ({ code: RETURN, jt: 0, jf: 0, k: k >>> 0 });
const refuse = (errno: number): BpfInstruction => ret(RET_ERRNO | errno);

/** If the loaded word is one of the numbers answer errno. Each test is two instructions, so no jump grows beyond 8 bits. */
function denyAll(table: Record<string, SyscallNumbers>, column: 0 | 1, errno: number): BpfInstruction[] {
  return Object.values(table).flatMap((numbers) => {
    const nr = numbers[column];
    return nr === null ? [] : [jump(JUMP_EQ, nr, 0, 1), refuse(errno)];
  });
}

/** Run `body` (which must return) only for syscall `nr`; afterwards the accumulator still holds the number. */
function onSyscall(nr: number, body: BpfInstruction[]): BpfInstruction[] {
  return [jump(JUMP_EQ, nr, 0, body.length), ...body];
}

/**
 * The deny filter: everything is allowed but other processes, namespaces, sockets, kernel interfaces and new processes
 * (threads stay allowed). A foreign architecture is killed: its syscall numbers mean other things.
 */
export function assembleFilter(arch: SeccompArch): BpfInstruction[] {
  const column = arch === 'x64' ? 0 : 1;
  return [
    load(ARCH),
    jump(JUMP_EQ, AUDIT_ARCH[arch], 1, 0),
    ret(RET_KILL_PROCESS),
    load(NR),
    ...(arch === 'x64' ? [jump(JUMP_GE, X32_BIT, 0, 1), ret(RET_KILL_PROCESS)] : []),
    // clone3 keeps its flags in memory, where a filter cannot look: say it does not exist, libc then falls back to clone.
    ...onSyscall(CLONE3[column]!, [refuse(ENOSYS)]),
    ...onSyscall(CLONE[column]!, [
      load(argLow(0)),
      jump(JUMP_SET, CLONE_NEW, 0, 1),
      refuse(EPERM),
      jump(JUMP_SET, CLONE_THREAD, 1, 0),
      refuse(EPERM),
      ret(RET_ALLOW),
    ]),
    // The kernel looks at the low 32 bits of the request only; comparing 64 bits was CVE-2019-10063.
    ...onSyscall(IOCTL[column]!, [
      load(argLow(1)),
      jump(JUMP_EQ, TIOCSTI, 1, 0),
      jump(JUMP_EQ, TIOCLINUX, 0, 1),
      refuse(EPERM),
      ret(RET_ALLOW),
    ]),
    ...denyAll(DENIED_SOCKETS, column, EACCES),
    ...denyAll(DENIED, column, EPERM),
    ret(RET_ALLOW),
  ];
}

/** The bytes that `bwrap --seccomp FD` reads: an array of struct sock_filter. */
export function encodeFilter(program: readonly BpfInstruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach((instruction, i) => {
    bytes.writeUInt16LE(instruction.code, i * 8);
    bytes.writeUInt8(instruction.jt, i * 8 + 2);
    bytes.writeUInt8(instruction.jf, i * 8 + 3);
    bytes.writeUInt32LE(instruction.k, i * 8 + 4);
  });
  return bytes;
}

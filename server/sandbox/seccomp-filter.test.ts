import { expect, it } from 'vitest';
import { assembleFilter, type BpfInstruction, encodeFilter, type SeccompArch } from './seccomp-filter';
import { DENIED, DENIED_SOCKETS } from './seccomp-syscalls';

const X64 = 0xc000003e;
const ARM64 = 0xc00000b7;

/** A classic BPF interpreter for the five instructions the kernel runs on struct seccomp_data. */
function interpret(program: readonly BpfInstruction[], data: { arch: number; nr: number; args?: bigint[] }): string {
  const memory = Buffer.alloc(64);
  memory.writeUInt32LE(data.nr >>> 0, 0);
  memory.writeUInt32LE(data.arch >>> 0, 4);
  (data.args ?? []).forEach((a, i) => {
    memory.writeBigUInt64LE(BigInt.asUintN(64, a), 16 + 8 * i);
  });
  let acc = 0;
  for (let pc = 0; pc < program.length; pc++) {
    const { code, jt, jf, k } = program[pc]!;
    if (code === 0x20) acc = memory.readUInt32LE(k);
    else if (code === 0x15) pc += acc === k ? jt : jf;
    else if (code === 0x35) pc += acc >= k ? jt : jf;
    else if (code === 0x45) pc += (acc & k) !== 0 ? jt : jf;
    else if (code === 0x06) return k === 0x7fff0000 ? 'allow' : k === 0x80000000 ? 'kill' : `errno ${k & 0xffff}`;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('fell off the end');
}

const cases: [name: string, arch: SeccompArch, nr: number, args: bigint[], want: string][] = [
  ['read', 'x64', 0, [], 'allow'],
  ['execve (bwrap itself needs it after loading the filter)', 'x64', 59, [], 'allow'],
  ['mmap', 'arm64', 222, [], 'allow'],
  ['socket', 'x64', 41, [1n], 'errno 13'],
  ['socket', 'arm64', 198, [1n], 'errno 13'],
  ['ptrace', 'arm64', 117, [], 'errno 1'],
  ['fork', 'x64', 57, [], 'errno 1'],
  ['vfork', 'x64', 58, [], 'errno 1'],
  ['clone3', 'x64', 435, [], 'errno 38'],
  ['clone as fork', 'x64', 56, [17n], 'errno 1'],
  ['clone as pthread_create', 'x64', 56, [0x3d0f00n], 'allow'],
  ['clone as pthread_create', 'arm64', 220, [0x3d0f00n], 'allow'],
  ['clone thread in a new user namespace', 'x64', 56, [0x3d0f00n | 0x10000000n], 'errno 1'],
  ['clone with CLONE_NEWNS', 'arm64', 220, [0x00020000n | 17n], 'errno 1'],
  ['ioctl TCGETS', 'x64', 16, [0n, 0x5401n], 'allow'],
  ['ioctl TIOCSTI', 'x64', 16, [0n, 0x5412n], 'errno 1'],
  ['ioctl TIOCSTI with high bits set (CVE-2019-10063)', 'x64', 16, [0n, 0xdead_0000_0000_5412n], 'errno 1'],
  ['ioctl TIOCLINUX', 'arm64', 29, [0n, 0x541cn], 'errno 1'],
  ['x32 alias of socket', 'x64', 0x40000000 + 41, [], 'kill'],
];

it.each(cases)('%s on %s (%i)', (_name, arch, nr, args, want) => {
  expect(interpret(assembleFilter(arch), { arch: arch === 'x64' ? X64 : ARM64, nr, args })).toBe(want);
});

it('kills foreign architectures', () => {
  expect(interpret(assembleFilter('x64'), { arch: ARM64, nr: 0 })).toBe('kill');
  expect(interpret(assembleFilter('arm64'), { arch: X64, nr: 0 })).toBe('kill');
  expect(interpret(assembleFilter('x64'), { arch: 0x40000003, nr: 0 })).toBe('kill');
});

it('refuses every listed call and only those, on both architectures', () => {
  for (const [arch, column, audit] of [['x64', 0, X64], ['arm64', 1, ARM64]] as const) {
    const program = assembleFilter(arch);
    const denied = new Map<number, string>();
    for (const numbers of Object.values(DENIED)) if (numbers[column] !== null) denied.set(numbers[column], 'errno 1');
    for (const numbers of Object.values(DENIED_SOCKETS)) if (numbers[column] !== null) denied.set(numbers[column], 'errno 13');
    denied.set(435, 'errno 38');
    denied.set(arch === 'x64' ? 56 : 220, 'errno 1');
    for (let nr = 0; nr < 600; nr++) expect([nr, interpret(program, { arch: audit, nr })]).toEqual([nr, denied.get(nr) ?? 'allow']);
  }
});

it('encodes struct sock_filter, 8 bytes each, within the kernel limit of 4096 instructions', () => {
  const program = assembleFilter('x64');
  const bytes = encodeFilter(program);
  expect(bytes.length).toBe(program.length * 8);
  expect(program.length).toBeLessThan(4096);
  expect([...bytes.subarray(0, 8)]).toEqual([0x20, 0, 0, 0, 4, 0, 0, 0]);
});

/**
 * What the containment probe must report, exactly. Anything else is a hole or an unknown machine, and both mean: do not run.
 * Each entry: what a person reads, and the answer that proves it.
 */
type Expected = Readonly<Record<string, { says: string; answer: string }>>;

const EXPECTED_CONTAINMENT: Expected = {
  uid: { says: 'runs as nobody', answer: '65534:65534' },
  environment: { says: 'no variable of the host environment', answer: 'HOME LANG PATH PWD TZ' },
  hostname: { says: 'host name hidden', answer: 'sandbox' },
  workDirectory: { says: 'sees only its own program', answer: 'probe.cjs' },
  readPasswd: { says: 'host files are absent', answer: 'refused ENOENT' },
  readProc: { says: 'no /proc', answer: 'refused ENOENT' },
  devices: { says: 'two harmless devices only', answer: 'null urandom' },
  writeRoot: { says: 'root read-only', answer: 'refused EROFS' },
  writeWork: { says: 'program directory read-only', answer: 'refused EROFS' },
  changeProgram: { says: 'its own program cannot be changed', answer: 'refused EACCES' },
  makeProgramWritable: { says: 'its own program cannot be made writable', answer: 'refused EROFS' },
  removeProgram: { says: 'its own program cannot be removed', answer: 'refused EROFS' },
  writeLibraries: { says: 'libraries read-only', answer: 'refused EROFS' },
  writeDevices: { says: '/dev read-only', answer: 'refused EROFS' },
  symlink: { says: 'no symbolic links', answer: 'refused EPERM' },
  hardlink: { says: 'no hard links', answer: 'refused EPERM' },
  bigFile: { says: 'file size bounded', answer: 'refused EFBIG' },
  fillTmp: { says: '/tmp bounded', answer: 'refused ENOSPC' },
  spawn: { says: 'no second process', answer: 'refused EACCES' },
  openFds: { says: 'no descriptor of the host', answer: '' },
  signalOthers: { says: 'no other process to signal', answer: 'refused ESRCH' },
  tcp: { says: 'no TCP', answer: 'refused EACCES' },
  udp: { says: 'no UDP', answer: 'refused EACCES' },
  unixSocket: { says: 'no unix socket', answer: 'refused EACCES' },
  dns: { says: 'no name lookup', answer: 'refused EAI_AGAIN' },
  // Read by the host from the process's own status.
  hostUid: { says: 'not root on the host', answer: 'not 0' },
  capabilities: { says: 'no capability', answer: '0000000000000000' },
  noNewPrivileges: { says: 'cannot gain privileges', answer: '1' },
  interfaces: { says: 'no network interface but its own loopback', answer: 'lo' },
  seccomp: { says: 'system call filter active', answer: '2' },
};

/** Where a container differs by nature: its /proc cannot be left out, its uid is that of the host, it has the usual devices. */
const IN_DOCKER: Expected = {
  uid: { says: 'runs as a user nobody is', answer: '64001:64001' },
  devices: { says: 'the devices of every container, none of the machine', answer: 'fd full mqueue null ptmx pts random stderr stdin stdout tty urandom zero' },
  writeDevices: { says: '/dev not writable', answer: 'refused EACCES' },
  readProc: { says: '/proc shows its own process only', answer: 'shows processes 1' },
};

/** What the probe must report under a backend. */
export const expectedContainment = (backend: string): Expected => (backend === 'docker' ? { ...EXPECTED_CONTAINMENT, ...IN_DOCKER } : EXPECTED_CONTAINMENT);

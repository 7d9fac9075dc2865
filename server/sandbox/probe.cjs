'use strict';
/* Arbitrary code inside a sandbox: tries what must be impossible and prints what happened, one JSON object on fd 4. */
const fs = require('node:fs');
const cp = require('node:child_process');
const net = require('node:net');
const os = require('node:os');

const report = {};
const attempt = (name, act) => {
  try {
    const value = act();
    report[name] = value === undefined ? 'done' : value;
  } catch (error) {
    report[name] = `refused ${error.code ?? error.message}`;
  }
};

attempt('uid', () => `${process.getuid()}:${process.getgid()}`);
attempt('environment', () => Object.keys(process.env).sort().join(' '));
attempt('hostname', () => os.hostname());
attempt('root', () => fs.readdirSync('/').sort().join(' '));
attempt('workDirectory', () => fs.readdirSync('/w').sort().join(' '));
attempt('readPasswd', () => fs.readFileSync('/etc/passwd').length);
attempt('readProc', () => `shows processes ${fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).join(' ')}`);
attempt('devices', () => fs.readdirSync('/dev').sort().join(' '));
attempt('writeRoot', () => fs.writeFileSync('/x', '1'));
attempt('writeWork', () => fs.writeFileSync('/w/x', '1'));
attempt('changeProgram', () => fs.appendFileSync(__filename, '//'));
attempt('makeProgramWritable', () => fs.chmodSync(__filename, 0o666));
attempt('removeProgram', () => fs.unlinkSync(__filename));
attempt('writeLibraries', () => fs.writeFileSync('/usr/bin/x', '1'));
attempt('writeDevices', () => fs.writeFileSync('/dev/x', '1'));
attempt('symlink', () => fs.symlinkSync('/', '/tmp/link'));
attempt('hardlink', () => {
  fs.writeFileSync('/tmp/a', '1');
  fs.linkSync('/tmp/a', '/tmp/b');
});
attempt('bigFile', () => fs.writeFileSync('/tmp/big', Buffer.alloc(20 << 20)));
attempt('fillTmp', () => {
  for (let i = 0; i < 80; i++) fs.writeFileSync(`/tmp/f${i}`, Buffer.alloc(1 << 20));
});
attempt('spawn', () => {
  const child = cp.spawnSync(process.execPath, ['-e', '0']);
  if (child.error) throw child.error;
});
attempt('openFds', () => {
  const open = [];
  for (let fd = 5; fd < 4096; fd++) {
    try {
      const stat = fs.fstatSync(fd);
      if (!(stat.isCharacterDevice() && stat.rdev === fs.statSync('/dev/null').rdev) && !isOurs(stat)) open.push(fd);
    } catch {
      // closed, as it should be
    }
  }
  return open.join(' ');
});
/* node itself owns epoll and event descriptors, which are anonymous inodes with no file type bits. */
function isOurs(stat) {
  return (stat.mode & 0o170000) === 0 || stat.isFIFO();
}
attempt('signalOthers', () => process.kill(-1, 'SIGKILL'));
function connect(name, options) {
  return new Promise((resolve) => {
    const done = (what) => {
      report[name] = what;
      resolve();
    };
    try {
      const socket = net.connect(options);
      socket.on('connect', () => done('done'));
      socket.on('error', (error) => done(`refused ${error.code}`));
    } catch (error) {
      done(`refused ${error.code}`);
    }
  });
}

(async () => {
  await connect('tcp', { host: '127.0.0.1', port: 80 });
  await connect('unixSocket', { path: '/tmp/socket' });
  await new Promise((resolve) => {
    const done = (what) => {
      report.udp = what;
      resolve();
    };
    const socket = require('node:dgram').createSocket('udp4');
    socket.on('error', (error) => done(`refused ${error.code}`));
    socket.bind(0, () => done('done'));
  });
  await new Promise((resolve) => {
    require('node:dns').lookup('example.com', (error) => {
      report.dns = error ? `refused ${error.code}` : 'done';
      resolve();
    });
  });
  fs.writeSync(4, JSON.stringify(report));
  process.stdin.resume(); // stay until the host has looked at this process from outside
  process.stdin.on('end', () => process.exit(0));
})();

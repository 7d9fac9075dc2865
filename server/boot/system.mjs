// System parts: bubblewrap (the sandbox), git (package repositories), Chromium (browser tests).
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { BootError } from './log.mjs';
import { aptInstall, run, which } from './process.mjs';

const bwrap = () => process.env.OOMRL_BWRAP ?? which('bwrap');
const bwrapWorks = async () =>
  Boolean(bwrap()) && (await run(bwrap(), ['--unshare-user', '--unshare-net', '--unshare-pid', '--ro-bind', '/', '/', 'true'], { quiet: true })).ok;

/** Without isolation the console verifies and runs nothing; there is no weaker fallback (DESIGN §7). */
export async function ensureSandboxParts() {
  const missing = [['bwrap', 'bubblewrap'], ['prlimit', 'util-linux'], ['git', 'git']].filter(([tool]) => !which(tool)).map(([, name]) => name);
  if (missing.length > 0 && !process.env.OOMRL_BWRAP) await aptInstall(missing);
  for (const [tool, name] of [['git', 'git'], ['prlimit', 'util-linux']]) {
    if (!which(tool)) throw new BootError(`${tool} is missing. On Debian or Ubuntu: sudo apt-get install -y ${name}`);
  }
  if (await bwrapWorks()) return;
  throw new BootError(
    which('bwrap')
      ? 'bubblewrap is installed but cannot make a user namespace here. Ubuntu 24.04: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0. In a container: allow user namespaces (for Docker: --security-opt seccomp=unconfined).'
      : 'bubblewrap is missing, and without it no strategy code runs. On Debian or Ubuntu: sudo apt-get install -y bubblewrap',
  );
}

const executable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

function findChromium() {
  const candidates = [which('chromium'), which('chromium-browser'), which('google-chrome-stable'), which('google-chrome'), '/snap/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
  for (const base of [process.env.PLAYWRIGHT_BROWSERS_PATH, join(homedir(), '.cache/ms-playwright')].filter(Boolean)) {
    if (!existsSync(base)) continue;
    for (const dir of readdirSync(base).filter((name) => name.startsWith('chromium-')).sort().reverse()) candidates.push(join(base, dir, 'chrome-linux/chrome'));
  }
  return candidates.find((path) => path && executable(path)) ?? null;
}

/** Path of a Chromium for the browser tests. An invalid CHROME_PATH is an error, never ignored (stack.md P36). */
export async function ensureChromium() {
  if (process.env.CHROME_PATH) {
    if (!executable(process.env.CHROME_PATH)) throw new BootError(`CHROME_PATH=${process.env.CHROME_PATH} is not executable: correct it or unset it.`);
    return process.env.CHROME_PATH;
  }
  const found = findChromium() ?? ((await aptInstall(['chromium'])) ? findChromium() : null);
  if (!found) throw new BootError('The browser tests need Chromium. On Debian or Ubuntu: sudo apt-get install -y chromium. Or set CHROME_PATH to a Chrome or Chromium binary.');
  return found;
}

// @ts-check
// Finds Chrome or Chromium for the browser tests. Run directly it prints the path; as root on Debian it installs what is missing first.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { swiftShaderFolder } from './gpu-env.mjs';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'google-chrome-beta'];

function knownPaths() {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Google Chrome Beta', 'Google Chrome Canary'];
    return ['/Applications', join(process.env.HOME ?? '', 'Applications')].flatMap((folder) => apps.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)));
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter((r) => r !== undefined);
    return roots.flatMap((root) => [join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'), join(root, 'Chromium', 'Application', 'chrome.exe')]);
  }
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...NAMES.flatMap((name) => onPath.map((folder) => join(folder, name))), '/usr/bin/chromium', '/usr/bin/google-chrome', '/opt/google/chrome/chrome', '/snap/bin/chromium'];
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser's path, or null. CHROME_PATH decides alone when it is set. @returns {string | null} */
export function findChrome() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) return isExecutable(chosen) ? chosen : null;
  return knownPaths().find(isExecutable) ?? null;
}

/** Node's WebGPU loads libvulkan from the system, or from the browser's folder. */
function hasVulkanLoader() {
  const folder = swiftShaderFolder();
  if (folder && existsSync(join(folder, 'libvulkan.so.1'))) return true;
  return ['/usr/lib', '/usr/lib64', '/lib64'].some((root) => {
    if (existsSync(join(root, 'libvulkan.so.1'))) return true;
    return existsSync(root) && readdirSync(root).some((name) => name.endsWith('-linux-gnu') && existsSync(join(root, name, 'libvulkan.so.1')));
  });
}

function isDebian() {
  try {
    return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

export function howToInstall() {
  if (process.env.CHROME_PATH) return `CHROME_PATH names ${process.env.CHROME_PATH}, which is not a program that can be run.`;
  const how =
    process.platform === 'linux'
      ? isDebian()
        ? 'Install it with: sudo apt-get update && sudo apt-get install -y chromium libvulkan1'
        : 'Install the package chromium (or google-chrome) and the Vulkan loader (libvulkan1 or vulkan-loader) of your distribution'
      : 'Install Google Chrome';
  return `Chrome or Chromium was not found; the browser tests need it. ${how}, or set CHROME_PATH to the browser's program.`;
}

/** Finds the browser, after installing what is missing where that is possible; null when there is none. @returns {string | null} */
export function ensureChrome() {
  const linux = process.platform === 'linux';
  const missing = [];
  if (!findChrome()) missing.push('chromium');
  if (linux && !hasVulkanLoader()) missing.push('libvulkan1');
  if (missing.length > 0 && linux && isDebian() && process.getuid?.() === 0 && !process.env.CHROME_PATH) {
    console.error(`installing ${missing.join(' and ')} ...`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // apt's own words go to stderr: stdout is the path, for scripts
    for (const args of [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends', ...missing],
    ]) {
      const { status } = spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2] });
      if (status !== 0) console.error(`apt-get ${args[0]} failed with exit code ${status}`);
    }
  }
  return findChrome();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = ensureChrome();
  if (path) console.log(path);
  else {
    console.error(howToInstall());
    process.exitCode = 2;
  }
}

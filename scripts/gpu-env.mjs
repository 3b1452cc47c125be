// @ts-check
// Which Vulkan driver the npm `webgpu` package (Dawn) will find. On Linux without a GPU driver the only adapter is SwiftShader, which every Chrome and Chromium brings along;
// the loader reads these two variables when a process starts, so they must be set by its parent.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ICD = 'vk_swiftshader_icd.json';
const CHROME_FOLDERS = [
  '/usr/lib/chromium',
  '/usr/lib/chromium-browser',
  '/usr/lib64/chromium-browser',
  '/opt/google/chrome',
  '/opt/google/chrome-beta',
  '/opt/google/chrome-unstable',
  '/opt/chromium.org/chromium',
];

/** @param {string} folder @param {RegExp} pattern */
function holds(folder, pattern) {
  try {
    return readdirSync(folder).some((name) => pattern.test(name));
  } catch {
    return false;
  }
}

/** True when the kernel offers a graphics device; then the system's own Vulkan drivers are left to decide. */
export function hasGpuDriver() {
  return holds('/dev/dri', /^renderD/) || holds('/dev', /^nvidia/);
}

/** The folder that holds SwiftShader's driver, or null. @param {NodeJS.ProcessEnv} [env] */
export function swiftShaderFolder(env = process.env) {
  const own = env.CHROME_PATH && existsSync(env.CHROME_PATH) ? [dirname(realpathSync(env.CHROME_PATH))] : [];
  return [...own, ...CHROME_FOLDERS].find((folder) => existsSync(join(folder, ICD))) ?? null;
}

/**
 * The variables a child process needs, empty when it needs none: another system, a GPU driver, a driver chosen by hand, or no SwiftShader.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Record<string, string>}
 */
export function swiftShaderEnv(env = process.env) {
  if (process.platform !== 'linux' || env.VK_ICD_FILENAMES || env.VK_DRIVER_FILES || hasGpuDriver()) return {};
  const folder = swiftShaderFolder(env);
  if (!folder) return {};
  return { VK_ICD_FILENAMES: join(folder, ICD), LD_LIBRARY_PATH: env.LD_LIBRARY_PATH ? `${folder}:${env.LD_LIBRARY_PATH}` : folder };
}

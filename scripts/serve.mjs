// @ts-check
// `npm start`: builds the lab and serves it on this machine. With --built it serves the build that is there (the browser tests use this).
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { caching } from './caching.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = Number(process.env.PORT ?? 4173);

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Whether something answers: a page on the other of localhost's two addresses would be as confusing as one on the same. @param {string} host */
const answers = (host) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 });
    const done = (/** @type {boolean} */ yes) => {
      socket.destroy();
      resolve(yes);
    };
    socket
      .on('connect', () => done(true))
      .on('error', () => done(false))
      .on('timeout', () => done(false));
  });

if (!Number.isInteger(port) || port < 1 || port > 65535) fail(`PORT must be a whole number from 1 to 65535, not ${process.env.PORT}`);
const taken = `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${port === 65535 ? port - 1 : port + 1} npm start`;
if ((await Promise.all(['127.0.0.1', '::1'].map(answers))).some(Boolean)) fail(taken);

if (!process.argv.includes('--built')) await build({ root, logLevel: 'warn' });
else if (!existsSync(new URL('../dist/index.html', import.meta.url))) fail('There is no build to serve: run npm run build first.');

try {
  await preview({ root, plugins: [caching()], preview: { host: 'localhost', port, strictPort: true } });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  fail(/already in use|EADDRINUSE/.test(message) ? taken : message);
}
console.log(`\n  Thaw is ready: http://localhost:${port}\n  Stop it with Ctrl+C.\n`);

// The step of `npm test` that runs the tests of stored pictures and documents on another S3 server: MinIO, which the tests use,
// is no longer maintained, so nothing may depend on it.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { GoReport } from './goreport.mjs';
import { freePort } from './port.mjs';
import { step } from './progress.mjs';
import { Sentence, cache, run } from './tools.mjs';

const version = 'v1.8.0';
const binary = join(cache, 'bin', `versitygw-${version}`);

/** Compiling the server takes a minute or two, once. */
export async function otherStore() {
  if (!existsSync(binary)) await step('versitygw', 90, install);
  const data = join(cache, 'others3');
  rmSync(data, { recursive: true, force: true });
  for (const folder of ['data', 'meta']) mkdirSync(join(data, folder), { recursive: true });
  const port = await freePort();
  const [user, password] = [crypto.randomUUID(), crypto.randomUUID()];
  const args = ['--quiet', '--port', `127.0.0.1:${port}`, 'posix', '--sidecar', join(data, 'meta'), join(data, 'data')];
  let ended;
  const stop = new AbortController();
  const serving = run('versitygw', binary, args, { env: { ROOT_ACCESS_KEY: user, ROOT_SECRET_KEY: password }, signal: stop.signal }).catch((error) => (ended = error));
  try {
    await answers(port, () => ended);
    return await tests({ TEST_S3_ENDPOINT: `127.0.0.1:${port}`, TEST_S3_ACCESS_KEY: user, TEST_S3_SECRET_KEY: password });
  } finally {
    stop.abort();
    await serving;
  }
}

async function install() {
  const place = join(cache, 'bin', 'versitygw.new');
  rmSync(place, { recursive: true, force: true });
  const env = { GOBIN: place, CGO_ENABLED: '0', GOFLAGS: '' };
  await run('go install', 'go', ['install', '-trimpath', '-ldflags=-s -w', `github.com/versity/versitygw/cmd/versitygw@${version}`], { env, cwd: cache });
  renameSync(join(place, 'versitygw'), binary);
  rmSync(place, { recursive: true, force: true });
}

async function tests(env) {
  const report = new GoReport();
  for (const args of [['./api/internal/test/s3test/...', './api/internal/base/media/...'], ['-run', 'Upload|Picture|WholeVerification|Certificate', './api/internal/door/api']]) {
    try {
      await run('go test', 'go', ['test', '-json', '-count=1', '-timeout=5m', ...args], { env, onLine: (line) => report.take(line) });
    } catch (error) {
      if (!report.failed) throw error;
    }
  }
  return report;
}

/** Resolves when something listens on a port. */
async function answers(port, ended) {
  for (let i = 0; i < 200; i++) {
    if (ended()) throw ended();
    const there = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).on('error', () => resolve(false));
    });
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Sentence('versitygw did not answer.');
}

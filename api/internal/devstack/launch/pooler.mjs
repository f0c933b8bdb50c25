// The step of `npm test` that runs the Go tests with PgBouncer, in transaction mode, between the application's role and the
// database. A test that needs its own session is skipped and listed with its reason.
import { spawnSync } from 'node:child_process';
import { GoReport } from './goreport.mjs';
import { Sentence, goEnv, run } from './tools.mjs';

const packages = ['./api/cmd/...', ...['app', 'base', 'domain', 'door', 'flow', 'gateway', 'test'].map((layer) => `./api/internal/${layer}/...`)];

/** Runs the tests of some packages through the pooler; of all layers if none are given. */
export const pooled = (wanted = packages) => async () => {
  if (spawnSync('pgbouncer', ['--version']).error) throw new Sentence('PgBouncer is not installed: apt install pgbouncer, or brew install pgbouncer.');
  const report = new GoReport();
  const cannot = new Map();
  const take = (line) => {
    report.take(line);
    const [, name] = /"Test":"([^"]+)"/.exec(line) ?? [];
    const [, why] = /not through a pooler: (.+?)\\n/.exec(line) ?? [];
    if (name && why) cannot.set(name, why);
  };
  try {
    // Fewer packages run at once, because their pools share the connections of one pooler.
    await run('go test', 'go', ['test', '-json', '-count=1', '-timeout=25m', '-p=2', ...wanted], { env: { ...goEnv, TEST_PGBOUNCER: '1' }, onLine: take });
  } catch (error) {
    if (!report.failed) throw error;
  }
  if (cannot.size) console.log(`Not through a pooler:\n${[...cannot].map(([name, why]) => `  ${name}: ${why}`).join('\n')}`);
  return report;
};

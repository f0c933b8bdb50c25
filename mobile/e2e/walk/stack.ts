import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../api/internal/devstack/launch/port.mjs';

/** A separate stack: the database, file store and server of one region, with its demo market. */
export interface Stack {
  url: string;
  stop: () => Promise<void>;
}

/** Starts a stack with the binary LOANMARKET_BINARY and additional settings. */
export async function startStack(region: string, settings: Record<string, string> = {}): Promise<Stack> {
  const binary = process.env.LOANMARKET_BINARY;
  if (!binary) throw new Error('LOANMARKET_BINARY names no binary: the walks start a stack of each region with it.');
  const data = mkdtempSync(join(process.env.LOANMARKET_DATA ?? tmpdir(), `region-${region}-`));
  const port = await freePort();
  const env = { ...process.env, REGION: region, PORT: String(port), LOANMARKET_DATA: data, LOANMARKET_LAUNCHER: '1', TRUSTED_PROXIES: '127.0.0.1', ...settings };
  // File descriptor 3 lets the server detect that this process has ended.
  const child = spawn(binary, ['dev'], { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let said = '';
  await new Promise<void>((ready, failed) => {
    const take = (text: string) => {
      said += text;
      if (said.includes('Ctrl-C stops everything')) ready();
    };
    child.stdout!.setEncoding('utf8').on('data', take);
    child.stderr!.setEncoding('utf8').on('data', take);
    void ended.then(() => failed(new Error(`The stack of ${region} ended:\n${said}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      (child.stdio[3] as { destroy: () => void }).destroy();
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

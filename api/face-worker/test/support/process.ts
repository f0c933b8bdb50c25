import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const secret = 'a secret of the tests, long enough for all';

/** A worker in its own process, on a free loopback port. */
export class WorkerProcess {
  private constructor(readonly child: ChildProcess, readonly address: string) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<WorkerProcess> {
    const child = spawn(process.execPath, [join(__dirname, '../../src/main.js')], {
      env: { PATH: process.env.PATH, FACE_WORKER_SECRET: secret, FACE_WORKER_PORT: '0', ...env }, stdio: ['ignore', 'ignore', 'pipe'],
    });
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const found = /listens on (\S+)/.exec(said);
        if (found) resolve(`http://${found[1]}`);
      });
      child.once('exit', (code) => reject(new Error(`the worker ended with ${code}: ${said}`)));
    });
    return new WorkerProcess(child, address);
  }

  /** Waits until the models are loaded. */
  async ready(): Promise<this> {
    for (;;) {
      const { status } = await this.get('/healthz');
      if (status === 200) return this;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  get(path: string, headers: Record<string, string> = authorisation): Promise<Reply> {
    return reply(fetch(this.address + path, { headers }));
  }

  /** Returns the response without its body, which is cancelled. */
  async head(path: string): Promise<{ status: number; headers: Headers }> {
    const { status, headers, body } = await fetch(this.address + path, { headers: authorisation });
    await body?.cancel();
    return { status, headers };
  }

  post(path: string, body: unknown, headers: Record<string, string> = authorisation): Promise<Reply> {
    return reply(fetch(this.address + path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) }));
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill();
    await once(this.child, 'exit');
  }
}

const authorisation = { authorization: `Bearer ${secret}` };

export interface Reply {
  status: number;
  headers: Headers;
  // The shapes of the protocol; each test accesses the fields it needs.
  body: any;
}

async function reply(response: Promise<Response>): Promise<Reply> {
  const { status, headers, ...rest } = await response.then(async (r) => ({ status: r.status, headers: r.headers, body: await r.json() }));
  return { status, headers, ...rest };
}

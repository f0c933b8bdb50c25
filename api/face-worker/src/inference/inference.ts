import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Identity, Kind, Thresholds } from '../descriptor/descriptor';
import type { Choice } from '../models/models';
import type { Answer, Call } from './calls';
import type { Message } from './thread';

/** The thread failed or timed out. */
export class InferenceError extends Error {}

/** No thread is ready: the call was not begun. */
export class NotReadyError extends InferenceError {}

/** The call contains a state that this worker did not make. */
export class RefusedError extends Error {}

export type Condition = 'loading' | 'ready' | 'unusable';

export interface About {
  descriptor: Identity;
  thresholds: Record<Kind, Thresholds>;
  files: Record<string, string>;
}

export interface Options {
  /** The maximum duration of a call in milliseconds. */
  timeout: number;
  log: (line: string) => void;
  choice?: Choice;
  /** Another thread than the one with the models, for tests. */
  file?: string;
}

interface Open {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** The delay in milliseconds before a thread that failed is restarted. */
const pause = 1000;

/** The thread with the models: it answers one call at a time and is restarted when it fails. */
export class Inference {
  condition: Condition = 'loading';
  about: About | null = null;
  /** Why the models cannot be used. */
  reason = '';
  private worker: Worker | null = null;
  private open: Open | null = null;
  private stopped = false;

  constructor(private readonly options: Options) {
    this.start();
  }

  private start(): void {
    if (this.stopped) return;
    this.condition = 'loading';
    const worker = new Worker(this.options.file ?? join(__dirname, 'thread.js'), { workerData: this.options.choice });
    this.worker = worker;
    worker.on('message', (message: Message) => this.take(message));
    worker.on('error', (error) => this.options.log(`inference failed: ${error.message}`));
    worker.on('exit', () => this.ended());
  }

  private take(message: Message): void {
    switch (message.kind) {
      case 'ready':
        this.about = { descriptor: message.descriptor, thresholds: message.thresholds, files: message.files };
        this.condition = 'ready';
        return;
      case 'unusable':
        this.reason = message.reason;
        this.condition = 'unusable';
        this.options.log(`the models cannot be used: ${message.reason}`);
        return;
      case 'answer':
        return this.settle((open) => open.resolve(message.answer));
      case 'refused':
        return this.settle((open) => open.reject(new RefusedError()));
    }
  }

  private settle(how: (open: Open) => void): void {
    const { open } = this;
    this.open = null;
    if (!open) return;
    clearTimeout(open.timer);
    how(open);
  }

  private ended(): void {
    this.settle((open) => open.reject(new InferenceError()));
    if (this.condition === 'unusable') return;
    this.condition = 'loading';
    setTimeout(() => this.start(), pause).unref();
  }

  /** Must not be called while another call is running. */
  ask(call: Call): Promise<Answer> {
    const { worker } = this;
    if (this.condition !== 'ready' || !worker) return Promise.reject(new NotReadyError());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.options.log(`a ${call.name} took longer than ${this.options.timeout} ms`);
        void worker.terminate();
      }, this.options.timeout);
      this.open = { resolve, reject, timer };
      worker.postMessage(call);
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.worker?.terminate();
  }
}

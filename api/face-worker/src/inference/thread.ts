// The inference thread: loads the models, then answers one call at a time.
import { parentPort } from 'node:worker_threads';
import { StateError } from '../liveness/judge';
import { loadModels } from '../models/models';
import { WeightsError } from '../models/weights';
import { answer, type Answer, type Call } from './calls';
import type { Identity, Kind, Thresholds } from '../descriptor/descriptor';

/** What the thread says to the server. */
export type Message =
  | { kind: 'ready'; descriptor: Identity; thresholds: Record<Kind, Thresholds> }
  | { kind: 'unusable'; reason: string }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'refused' };

const port = parentPort;
if (!port) throw new Error('this file runs as a thread of the worker');
const say = (message: Message) => port.postMessage(message);

async function main(): Promise<void> {
  try {
    const models = await loadModels();
    port?.on('message', (call: Call) => {
      answer(models, call).then(
        (result) => say({ kind: 'answer', answer: result }),
        (error: unknown) => {
          if (error instanceof StateError) return say({ kind: 'refused' });
          throw error;
        },
      );
    });
    say({ kind: 'ready', descriptor: models.descriptor.identity, thresholds: { ...models.descriptor.thresholds } });
  } catch (error) {
    if (!(error instanceof WeightsError)) throw error;
    say({ kind: 'unusable', reason: error.message });
  }
}

void main();

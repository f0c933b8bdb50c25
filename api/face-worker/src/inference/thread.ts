// The inference thread: loads the models, then answers one call at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { StateError } from '../liveness/judge';
import { loadModels, type Choice } from '../models/models';
import { WeightsError } from '../models/weights';
import { answer, type Answer, type Call } from './calls';
import type { Identity, Kind, Thresholds } from '../descriptor/descriptor';

/** The messages from the thread to the server. */
export type Message =
  | { kind: 'ready'; descriptor: Identity; thresholds: Record<Kind, Thresholds>; files: Record<string, string> }
  | { kind: 'unusable'; reason: string }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'refused' };

const port = parentPort;
if (!port) throw new Error('this file runs as a thread of the worker');
const say = (message: Message) => port.postMessage(message);

async function main(): Promise<void> {
  try {
    const models = await loadModels(workerData as Choice);
    port?.on('message', (call: Call) => {
      answer(models, call).then(
        (result) => say({ kind: 'answer', answer: result }),
        (error: unknown) => {
          if (error instanceof StateError) return say({ kind: 'refused' });
          throw error;
        },
      );
    });
    const { identity, thresholds, files } = models.descriptor;
    say({ kind: 'ready', descriptor: identity, thresholds: { ...thresholds }, files: { ...files } });
  } catch (error) {
    if (!(error instanceof WeightsError)) throw error;
    say({ kind: 'unusable', reason: error.message });
  }
}

void main();

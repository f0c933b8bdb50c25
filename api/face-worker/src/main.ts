import { setPriority } from 'node:os';
import { ConfigError, readConfig } from './config';
import { Inference } from './inference/inference';
import { Queue } from './inference/queue';
import { faceServer } from './server/server';

const log = (line: string) => console.error(`face-worker: ${line}`);

function main(): void {
  const config = readConfig(process.env);
  // Before any thread starts: on Linux a thread inherits the priority of the thread that starts it.
  if (config.nice > 0) setPriority(config.nice);
  const inference = new Inference({ timeout: config.timeout, log, choice: config.models });
  const server = faceServer({ secret: config.secret, queue: new Queue(config.queue), inference, log });
  server.listen(config.port, config.host, () => {
    const address = server.address();
    log(`listens on ${config.host}:${typeof address === 'object' && address ? address.port : config.port}`);
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
    void inference.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
}

try {
  main();
} catch (reason) {
  if (!(reason instanceof ConfigError)) throw reason;
  log(reason.message);
  process.exitCode = 2;
}

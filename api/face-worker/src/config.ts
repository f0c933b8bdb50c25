import { constants } from 'node:os';
import { join } from 'node:path';
import type { Choice } from './models/models';

/** The settings of the worker, all from the environment. */
export interface Config {
  host: string;
  port: number;
  /** The secret that callers must send. */
  secret: string;
  /** How many calls may wait while one is running. */
  queue: number;
  /** The maximum duration of a call in milliseconds; after it the inference thread is terminated. */
  timeout: number;
  /** The nice value of the process, as in nice(1). */
  nice: number;
  models: Choice;
}

/** A setting is missing or wrong. */
export class ConfigError extends Error {}

const secretMin = 32;

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const secret = env.FACE_WORKER_SECRET ?? '';
  if (secret.length < secretMin) throw new ConfigError(`FACE_WORKER_SECRET must have ${secretMin} characters or more`);
  return {
    host: env.FACE_WORKER_HOST ?? '127.0.0.1',
    port: number(env, 'FACE_WORKER_PORT', 8787, 0, 65535),
    secret,
    queue: number(env, 'FACE_WORKER_QUEUE', 8, 0, 1000),
    timeout: number(env, 'FACE_WORKER_TIMEOUT_MS', 20_000, 1, 600_000),
    nice: number(env, 'FACE_WORKER_NICE', constants.priority.PRIORITY_BELOW_NORMAL, 0, constants.priority.PRIORITY_LOW),
    models: {
      ...(env.FACE_WORKER_DESCRIPTOR && { descriptor: env.FACE_WORKER_DESCRIPTOR }),
      runtime: env.FACE_WORKER_ONNXRUNTIME ?? join(__dirname, '../../../../onnx'),
    },
  };
}

function number(env: NodeJS.ProcessEnv, name: string, preset: number, least: number, most: number): number {
  const text = env[name];
  if (text === undefined || text === '') return preset;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) throw new ConfigError(`${name} must be a whole number from ${least} to ${most}`);
  return value;
}

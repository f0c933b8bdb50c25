import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BusyError, type Queue } from '../inference/queue';
import { NotReadyError, RefusedError, type Inference } from '../inference/inference';
import { hashes } from '../models/weights';
import { limits } from '../picture/decode';
import { phoneFiles, type PhoneFile } from '../phone/files';
import { readBody, TooLarge } from './body';
import { BadRequest, frames, parse, readers } from './requests';

export interface Parts {
  secret: string;
  queue: Queue;
  inference: Pick<Inference, 'ask' | 'condition' | 'about'>;
  log: (line: string) => void;
}

/** A response; an error of the protocol is a name in its body. */
interface Reply {
  status: number;
  body: object;
  /** Compressed bytes to send instead of the body. */
  file?: PhoneFile;
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
}

const error = (status: number, name: string, retryAfter?: number): Reply => ({ status, body: { error: name }, ...(retryAfter && { retryAfter }) });

export function faceServer(parts: Parts): Server {
  const server = createServer((request, response) => {
    reply(parts, request, response).then(
      (answer) => send(request, response, answer),
      (reason: unknown) => send(request, response, refusal(parts, reason)),
    );
  });
  // A client that sends its body slowly occupies a socket, but not the queue; it is disconnected after this time.
  server.requestTimeout = 15_000;
  server.headersTimeout = 5_000;
  return server;
}

async function reply(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<Reply> {
  const { inference } = parts;
  const path = request.url ?? '';
  if (request.method === 'GET' && path === '/healthz') return inference.condition === 'ready' ? { status: 200, body: { ready: true } } : notReady(parts);
  if (!path.startsWith('/v1/')) return error(404, 'not_found');
  if (!authorised(parts.secret, request.headers.authorization)) return error(401, 'unauthorised');
  if (request.method === 'GET' && path === '/v1/info') return inference.about ? { status: 200, body: info(inference.about) } : notReady(parts);
  if (request.method === 'GET' && path.startsWith('/v1/phone')) return phone(path.slice('/v1/phone'.length));
  const read = readers[path];
  if (!read) return error(404, 'not_found');
  if (request.method !== 'POST') return error(405, 'not_found');
  const call = read(parse(await readBody(request)));
  if (inference.condition !== 'ready') return notReady(parts);
  const answer = await parts.queue.run(() => inference.ask(call), () => !response.destroyed);
  return answer ? { status: 200, body: answer } : error(499, 'gone');
}

/** Serves what a phone needs to run the nets: the list at `/v1/phone`, each file below it. */
async function phone(rest: string): Promise<Reply> {
  const { version, files } = await phoneFiles();
  if (rest === '') return { status: 200, body: { version, files: [...files.keys()] } };
  const file = files.get(rest.slice(1));
  return file ? { status: 200, body: {}, file } : error(404, 'not_found');
}

function refusal(parts: Parts, reason: unknown): Reply {
  if (reason instanceof BusyError) return error(503, 'busy', 2);
  // The thread was restarted while the call waited in the queue.
  if (reason instanceof NotReadyError) return notReady(parts);
  if (reason instanceof TooLarge) return error(413, 'too_large');
  if (reason instanceof BadRequest || reason instanceof RefusedError) return error(400, 'bad_request');
  parts.log(`a call failed: ${reason instanceof Error ? reason.name : 'unknown'}`);
  return error(500, 'failed');
}

const notReady = ({ inference }: Parts) => (inference.condition === 'unusable' ? error(503, 'models') : error(503, 'loading', 1));

function send(request: IncomingMessage, response: ServerResponse, { status, body, file, retryAfter }: Reply): void {
  if (response.destroyed) return;
  const content = file?.packed ?? Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': file?.type ?? 'application/json', 'content-length': content.length, 'cache-control': 'no-store',
    ...(file && { 'content-encoding': 'gzip' }),
    ...(retryAfter && { 'retry-after': String(retryAfter) }),
    // Close the connection, so that the unread rest of the body is not taken for the next request.
    ...(!request.complete && { connection: 'close' }),
  });
  response.end(content);
}

function authorised(secret: string, header: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(`Bearer ${secret}`), digest(header ?? ''));
}

function info({ descriptor, thresholds, files }: NonNullable<Inference['about']>): object {
  const { frameBytes, framePixels, pictureBytes, picturePixels } = limits;
  return { descriptor, thresholds, models: { ...hashes, ...files }, limits: { framesMin: frames.min, framesMax: frames.max, frameBytes, framePixels, pictureBytes, picturePixels } };
}

import type { IncomingMessage } from 'node:http';

/** The body is larger than any call of the protocol. */
export class TooLarge extends Error {}

const bodyMax = 3 * 1024 * 1024;

/** Reads a body up to the limit; the rest of a larger one is not read. */
export async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > bodyMax) throw new TooLarge();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bodyMax) throw new TooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

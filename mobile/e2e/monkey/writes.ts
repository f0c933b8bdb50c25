import type { Request } from '@playwright/test';

/** A call that changes data, as sent. */
export interface Write {
  path: string;
  key: string;
  body: string;
}

/** The write that a request makes; undefined if it makes none. */
export function writeOf(request: Request): Write | undefined {
  if (request.method() !== 'POST') return undefined;
  const { pathname } = new URL(request.url());
  return { path: pathname, key: request.headers()['idempotency-key'] ?? '', body: request.postData() ?? '' };
}

/**
 * Checks calls with an Idempotency-Key: a key always belongs to the same content, and as long as a call has no
 * response, the same content is sent with the same key.
 */
export class Writes {
  private readonly contents = new Map<string, string>();
  private readonly waiting = new Map<string, string>();

  /** Records an outgoing call. Returns what is wrong with it, or undefined. */
  sent({ path, key, body }: Write): string | undefined {
    const content = `${path} ${body}`;
    const before = this.contents.get(key);
    this.contents.set(key, content);
    if (before !== undefined && before !== content) return `one key for two contents: ${before} and then ${content}`;
    const under = this.waiting.get(content);
    this.waiting.set(content, key);
    if (under !== undefined && under !== key) return `two keys for one content: ${content}`;
    return undefined;
  }

  /** The server has given a final response, so the same content is a new attempt. */
  answered({ path, body }: Write): void {
    this.waiting.delete(`${path} ${body}`);
  }
}

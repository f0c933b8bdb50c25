import type { Request } from '@playwright/test';

/** A call that writes, as it left the phone. */
export interface Write {
  path: string;
  key: string;
  body: string;
}

/** The call that a request is, where it writes. */
export function writeOf(request: Request): Write | undefined {
  if (request.method() !== 'POST') return undefined;
  const { pathname } = new URL(request.url());
  return { path: pathname, key: request.headers()['idempotency-key'] ?? '', body: request.postData() ?? '' };
}

/**
 * Watches the calls that carry an Idempotency-Key. One key stands for one content, for ever; and while a call has no answer,
 * the same content goes out under the same key.
 */
export class Writes {
  private readonly contents = new Map<string, string>();
  private readonly waiting = new Map<string, string>();

  /** Takes a call that goes out; says what is wrong with it, or nothing. */
  sent({ path, key, body }: Write): string | undefined {
    const content = `${path} ${body}`;
    const before = this.contents.get(key);
    this.contents.set(key, content);
    if (before !== undefined && before !== content) return `one key for two contents: ${before} and then ${content}`;
    const under = this.waiting.get(content);
    this.waiting.set(content, key);
    if (under !== undefined && under !== key) return `two keys for one intention: ${content}`;
    return undefined;
  }

  /** The server has answered a call for good: the same once more is another intention. */
  answered({ path, body }: Write): void {
    this.waiting.delete(`${path} ${body}`);
  }
}

import { basename } from 'node:path';

/**
 * Runs work during which `fetch` of a file:// URL returns the weights with that name, which have been read and verified. The
 * library loads its models with `fetch`, and Node's `fetch` does not support files.
 */
export async function withWeights<T>(weights: ReadonlyMap<string, Buffer>, work: () => Promise<T>): Promise<T> {
  const byName = new Map([...weights].map(([file, bytes]) => [basename(file), bytes]));
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.startsWith('file:')) return original(input, init);
    const name = basename(address);
    const bytes = byName.get(name);
    if (!bytes) return new Response(null, { status: 404 });
    const type = name.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    return new Response(bytes, { headers: { 'content-type': type } });
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = original;
  }
}

import { vi } from 'vitest';

const busy = { success: false, msg: '', errorCode: 10050, data: { reason: 'system_busy' } };

/** Why a file of the borrower is not loaded, as rows of a test. */
export const unloaded: [string, () => Promise<Response>][] = [
  ['for lack of a network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['because the server is busy', async () => new Response(JSON.stringify(busy), { status: 503 })],
];

/** A response with a file of the borrower; its image has the address `blob:image`. */
export function fileAnswer(): Response {
  Object.assign(URL, { createObjectURL: () => 'blob:image', revokeObjectURL: () => undefined });
  return new Response('image', { headers: { 'Content-Type': 'image/jpeg' } });
}

/** Makes each load of a file fail, until the returned function is called. */
export function failFiles(fails: () => Promise<Response>): () => void {
  let online = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.stubGlobal('fetch', async () => (online ? fileAnswer() : fails()));
  return () => (online = true);
}

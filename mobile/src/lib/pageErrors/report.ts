import type { PageErrorRequest } from '@loanmarket/shared-types/api';
import { readLocal } from '@/base/storage/local';
import { read } from '@/lib/api/envelope';
import { ApiError } from '@/lib/api/error';
import { API_ORIGIN } from '@/lib/api/origin';
import { scrub, scrubPath } from './scrub';
import type { Failure, Surface } from './watch';

/** So many different failures a load; what fails after that fails of these. */
const MOST = 5;
/** What browsers report that is nobody's failure, what a bad line lost, and what another's script or a visitor's own add-on did. */
const NOT_OURS = /^ResizeObserver loop|^Script error\.?$|dynamically imported module|module script failed|Unable to preload CSS|-extension:\/\//;

const told = new Set<string>();

/** Sends a failure, each once; throws where nobody could be reached, or somebody in between answered. It says nothing of who: no session, no device. */
export async function report(surface: Surface, failure: Failure): Promise<void> {
  const request = requestOf(surface, failure);
  if (request === null) return;
  const same = [request.name, request.message, request.stack].join('\n');
  if (told.has(same) || told.size >= MOST) return;
  told.add(same);
  try {
    const headers = { 'Content-Type': 'application/json' };
    await read(await fetch(`${API_ORIGIN}/app/submit/pageError`, { method: 'POST', headers, body: JSON.stringify(request), credentials: 'omit' }));
  } catch (error) {
    told.delete(same);
    throw error;
  }
}

function requestOf(surface: Surface, { kind, error, path }: Failure): PageErrorRequest | null {
  const { name, message, stack } = partsOf(error);
  if (isNobodys(error) || NOT_OURS.test(message) || NOT_OURS.test(stack)) return null;
  return {
    surface,
    kind,
    page: scrubPath(path),
    name: name.replace(/[^\w.$-]/g, '').slice(0, 64),
    message: scrub(message.slice(0, 600)).slice(0, 300),
    // Its first line says the message once more.
    stack: scrub(stack.slice(0, 4000).replace(`${name}: ${message}`, name)).slice(0, 2000),
    version: (readLocal('version') ?? '').replace(/[^\w.-]/g, '').slice(0, 32),
  };
}

/** Whether something was given up on purpose, or a network was away. */
function isNobodys(error: unknown): boolean {
  // In old browsers an exception of the DOM is no Error.
  return (error as Error | null)?.name === 'AbortError' || (error instanceof ApiError && error.offline);
}

function partsOf(error: unknown): { name: string; message: string; stack: string } {
  // Its words are the server's, for the borrower; the code says as much.
  if (error instanceof ApiError) return { name: error.name, message: `code ${error.code}`, stack: '' };
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack ?? '' };
  return { name: typeof error, message: typeof error === 'string' ? error : '', stack: '' };
}

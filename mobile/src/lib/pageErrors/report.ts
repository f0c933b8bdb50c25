import type { PageErrorRequest } from '@loanmarket/shared-types/api';
import { readLocal } from '@/base/storage/local';
import { read } from '@/lib/api/envelope';
import { ApiError } from '@/lib/api/error';
import { API_ORIGIN } from '@/lib/api/origin';
import { scrub, scrubPath } from './scrub';
import type { Failure, Surface } from './watch';

/** The maximum number of different errors reported per page load. Later errors are probably consequences of these. */
const MAX_REPORTED = 5;
/**
 * Messages that are not errors of this app: harmless browser reports, chunks lost by a bad network, and errors of
 * foreign scripts or browser extensions.
 */
const NOT_OURS = /^ResizeObserver loop|^Script error\.?$|dynamically imported module|module script failed|Unable to preload CSS|-extension:\/\//;

const told = new Set<string>();

/**
 * Reports an error, each distinct one once. Throws if the server is unreachable or the response is not from the server.
 * The report identifies nobody: it has no session and no device id.
 */
export async function report(surface: Surface, failure: Failure): Promise<void> {
  const request = requestOf(surface, failure);
  if (request === null) return;
  const same = [request.name, request.message, request.stack].join('\n');
  if (told.has(same) || told.size >= MAX_REPORTED) return;
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
    // The first line of the stack repeats the message.
    stack: scrub(stack.slice(0, 4000).replace(`${name}: ${message}`, name)).slice(0, 2000),
    version: (readLocal('version') ?? '').replace(/[^\w.-]/g, '').slice(0, 32),
  };
}

/** Whether the error was an intended abort or a missing network. */
function isNobodys(error: unknown): boolean {
  // In old browsers a DOMException is not an Error.
  return (error as Error | null)?.name === 'AbortError' || (error instanceof ApiError && error.offline);
}

function partsOf(error: unknown): { name: string; message: string; stack: string } {
  // The message is the server's text for the borrower; the code is sufficient.
  if (error instanceof ApiError) return { name: error.name, message: `code ${error.code}`, stack: '' };
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack ?? '' };
  return { name: typeof error, message: typeof error === 'string' ? error : '', stack: '' };
}

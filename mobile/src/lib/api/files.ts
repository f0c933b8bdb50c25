import type { FileData } from '@loanmarket/shared-types/api';
import { withTimeout } from '@/base/withTimeout';
import { words } from '@/base/words';
import { getSession, type Session } from '../session';
import { withAgreement } from './agreement';
import { commonHeaders, persistent } from './client';
import { open, read, type Answer } from './envelope';
import { ApiError } from './error';
import { writing } from './inFlight';
import { API_ORIGIN } from './origin';
import { failed } from './reporter';

/** The timeout for a file: it may have up to 10 MB, and the network may be slow. */
const TIMEOUT_MS = 120_000;
/**
 * The upload timeout: a fixed part for the response, plus the transfer at the slowest accepted speed in bytes per
 * second. The server's own timeout is slightly shorter.
 */
const RESPONSE_MS = 60_000;
const MIN_BYTES_PER_SECOND = 4096;

/** What an image is for. The server stores each kind in a bucket of its own. */
export type FileKind = 'identity' | 'passbook' | 'proof' | 'complaint';

export interface UploadOptions {
  /** Upload progress from 0 to 1. */
  onProgress?: (part: number) => void;
  toast?: boolean;
  signal?: AbortSignal | undefined;
}

/** Uploads one image and returns its opaque id. It uses XMLHttpRequest, because fetch cannot report upload progress. */
export async function uploadImage(kind: FileKind, image: Blob, options: UploadOptions = {}): Promise<string> {
  const session = getSession();
  try {
    const send = () => persistent(() => post(kind, image, session, options).then(read), options.signal);
    const data = (await writing(() => withAgreement('file/upload', async () => open(await send())))) as FileData;
    return data.fileId;
  } catch (error) {
    throw failed(error, { toast: options.toast ?? true, sentToken: session.token }, options.signal);
  }
}

function post(kind: FileKind, image: Blob, session: Session, { onProgress, signal }: UploadOptions): Promise<Response> {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', image, 'image.jpg');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${API_ORIGIN}/app/file/upload`);
    Object.entries(commonHeaders(session)).forEach(([name, value]) => request.setRequestHeader(name, value));
    request.timeout = RESPONSE_MS + (image.size / MIN_BYTES_PER_SECOND) * 1000;
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => {
      try {
        resolve(new Response(request.responseText, { status: request.status, headers: retryAfter(request) }));
      } catch {
        // A status that can have no body, which only something in between sends.
        reject(new Error('no answer'));
      }
    };
    request.onerror = () => reject(new Error('no answer'));
    request.ontimeout = () => reject(new Error('no answer in time'));
    signal?.addEventListener('abort', () => request.abort());
    request.onabort = () => reject(new Error('given up'));
    request.send(form);
  });
}

function retryAfter(request: XMLHttpRequest): Record<string, string> {
  const value = request.getResponseHeader('Retry-After');
  return value === null ? {} : { 'Retry-After': value };
}

/** The content types that the server serves as files. A captive portal responds with an HTML page. */
const FILE_TYPE = /^(image\/|application\/pdf)/;

/**
 * Downloads a file of the borrower (image or PDF). It needs the session header, which a link could not send. The page
 * shows its failures.
 */
export async function fetchFile(id: string, signal?: AbortSignal): Promise<Blob> {
  const session = getSession();
  const headers = commonHeaders(session);
  const get = async (inner: AbortSignal) => fileOf(await fetch(`${API_ORIGIN}/app/file/${encodeURIComponent(id)}`, { headers, signal: inner, cache: 'no-store' }));
  try {
    const answer = await persistent(() => withTimeout(TIMEOUT_MS, get, signal), signal);
    if ('file' in answer) return answer.file;
    open(answer);
    throw new ApiError('F0001', words.busy('F0001'), 0);
  } catch (error) {
    throw failed(error, { toast: false, sentToken: session.token }, signal);
  }
}

async function fileOf(response: Response): Promise<{ file: Blob } | Answer> {
  if (response.ok && FILE_TYPE.test(response.headers.get('Content-Type') ?? '')) return { file: await response.blob() };
  return read(response);
}

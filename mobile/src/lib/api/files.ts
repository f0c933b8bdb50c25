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

/** A file is up to 10 MB, and a line may be slow. */
const TIMEOUT_MS = 120_000;
/** What an upload may take beside its way, and the slowest line, in bytes a second: the server gives it up a little sooner. */
const ANSWER_MS = 60_000;
const SLOWEST = 4096;

/** What an image is for; the server keeps each kind in its own bucket. */
export type FileKind = 'identity' | 'passbook' | 'proof' | 'complaint';

export interface UploadOptions {
  /** 0 to 1, while the bytes leave the phone. */
  onProgress?: (part: number) => void;
  toast?: boolean;
  signal?: AbortSignal | undefined;
}

/** Sends one image and answers with its opaque id. XMLHttpRequest, because fetch cannot tell how far an upload is. */
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
    request.timeout = ANSWER_MS + (image.size / SLOWEST) * 1000;
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status, headers: retryAfter(request) }));
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

/** What the server gives out as files; a captive portal answers with a page. */
const FILE_TYPE = /^(image\/|application\/pdf)/;

/** Fetches an own file (image or PDF) with the session's header; a link could not carry it. Its failures are told by the page. */
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

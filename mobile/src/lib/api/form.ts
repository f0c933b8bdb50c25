import { words } from '@/base/words';
import { getSession } from '@/lib/session';
import { commonHeaders, fetchInTime, open, persistent } from './client';
import type { FormData200, FormPath } from './contract';
import { ApiError } from './error';
import { API_ORIGIN } from './origin';
import { report } from './reporter';

interface FormOptions {
  signal?: AbortSignal | undefined;
  /** Send again by itself while no answer comes; default true. */
  persist?: boolean;
}

/** Makes a call that carries files, and answers with its data or throws ApiError. Its failures are told by the page. */
export async function sendForm<P extends FormPath>(path: P, form: FormData, { signal, persist = true }: FormOptions = {}): Promise<FormData200<P>> {
  const session = getSession();
  const post = () => fetchInTime(`${API_ORIGIN}/app/${path}`, form, commonHeaders(session), signal);
  try {
    return (await open(await (persist ? persistent(post, signal) : post()))) as FormData200<P>;
  } catch (error) {
    if (signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : new ApiError('F0000', words.busy('F0000'), 0);
    report(failure, { toast: false, sentToken: session.token });
    throw failure;
  }
}

import { getSession } from '@/lib/session';
import { commonHeaders, persistent, postInTime } from './client';
import type { FormAnswer, FormPath } from './contract';
import { open } from './envelope';
import { writing } from './inFlight';
import { API_ORIGIN } from './origin';
import { failed } from './reporter';

interface FormOptions {
  signal?: AbortSignal | undefined;
  /** Send again by itself while no answer comes; default true. */
  persist?: boolean;
}

/** Makes a call that carries files, and answers with its data or throws ApiError. Its failures are told by the page. */
export async function sendForm<P extends FormPath>(path: P, form: FormData, { signal, persist = true }: FormOptions = {}): Promise<FormAnswer<P>> {
  const session = getSession();
  const post = () => postInTime(`${API_ORIGIN}/app/${path}`, form, commonHeaders(session), signal);
  try {
    return (await open(await writing(() => (persist ? persistent(post, signal) : post())))) as FormAnswer<P>;
  } catch (error) {
    throw failed(error, { toast: false, sentToken: session.token }, signal);
  }
}

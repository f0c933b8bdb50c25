import { getSession } from '@/lib/session';
import { commonHeaders, persistent, postInTime } from './client';
import type { FormAnswer, FormPath } from './contract';
import { open } from './envelope';
import { writing } from './inFlight';
import { API_ORIGIN } from './origin';
import { failed } from './reporter';

interface FormOptions {
  signal?: AbortSignal | undefined;
  /** Whether to retry automatically while no response arrives; default true. */
  persist?: boolean;
}

/** Makes a call that uploads files and returns its data, or throws ApiError. The page shows its failures. */
export async function sendForm<P extends FormPath>(path: P, form: FormData, { signal, persist = true }: FormOptions = {}): Promise<FormAnswer<P>> {
  const session = getSession();
  const post = () => postInTime(`${API_ORIGIN}/app/${path}`, form, commonHeaders(session), signal);
  try {
    return (await open(await writing(() => (persist ? persistent(post, signal) : post())))) as FormAnswer<P>;
  } catch (error) {
    throw failed(error, { toast: false, sentToken: session.token }, signal);
  }
}

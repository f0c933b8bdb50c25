import { words } from '@/base/words';
import { ApiError } from './error';

export interface ReportContext {
  /** The caller wants the borrower to see the failure as a toast. */
  toast: boolean;
  /** The token that the failed call carried: an answer to an older session must not end the present one. */
  sentToken: string;
}

type Reporter = (error: ApiError, context: ReportContext) => void;

let reporter: Reporter = () => undefined;

/** The app's start-up says here what a failed call leads to: toast, log-out, and so on. */
export function onFailure(next: Reporter): void {
  reporter = next;
}

/** Tells the app about a failed call, unless whoever asked gave it up; answers with what the call throws. */
export function failed(error: unknown, context: ReportContext, signal?: AbortSignal): unknown {
  if (signal?.aborted) return error;
  const failure = error instanceof ApiError ? error : new ApiError('F0000', words.busy('F0000'), 0);
  reporter(failure, context);
  return failure;
}

import { words } from '@/base/words';
import { ApiError } from './error';

export interface ReportContext {
  /** Whether the failure is shown to the borrower as a toast. */
  toast: boolean;
  /** The token that the failed call was sent with. An error for an older session must not end the current one. */
  sentToken: string;
}

type Reporter = (error: ApiError, context: ReportContext) => void;

let reporter: Reporter = () => undefined;

/** Sets the handler of failed calls (toast, logout and so on). Called at start-up. */
export function onFailure(next: Reporter): void {
  reporter = next;
}

/** Reports a failed call to the app, unless the caller aborted it. Returns the error that the call throws. */
export function failed(error: unknown, context: ReportContext, signal?: AbortSignal): unknown {
  if (signal?.aborted) return error;
  const failure = error instanceof ApiError ? error : new ApiError('F0000', words.busy('F0000'), 0);
  reporter(failure, context);
  return failure;
}

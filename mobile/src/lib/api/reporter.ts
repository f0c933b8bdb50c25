import type { ApiError } from './error';

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

/** Tells the app about a failed call. */
export function report(error: ApiError, context: ReportContext): void {
  reporter(error, context);
}

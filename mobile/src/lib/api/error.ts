/** Codes of the catalogue that the app acts upon. */
export const errorCode = {
  success: 10000,
  imageCodeWrong: 1000105,
  appTooOld: 20110,
  dailyLimit: 1000209,
  productSuspended: 20503,
  notEligible: 20505,
  codeUncertain: 20228,
  sessionEnded: 10640105,
} as const;

/** Details that a failure may carry beside its text. */
export interface FailureDetails {
  reason?: string;
  /** Field path to text in the reader's language. */
  fields?: Record<string, string>;
  /** Field path to the reason's name. */
  fieldReasons?: Record<string, string>;
  /** Seconds until a retry can succeed. */
  retryAfter?: number;
  availableAt?: string;
  smsPhone?: string;
  /** Where a newer app is to be had; a path of the server or an address of a store. */
  storeUrl?: string;
}

/** A call that did not succeed. `code` is the catalogue's number, or F0000 (no answer) and F0001 (an answer without words). */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly code: number | 'F0000' | 'F0001',
    message: string,
    readonly status: number,
    readonly details: FailureDetails = {},
  ) {
    super(message);
  }

  /** No answer came: nobody knows whether the server acted. */
  get offline(): boolean {
    return this.code === 'F0000';
  }

  /** The server answered for good: the same attempt will not be sent again. */
  get final(): boolean {
    return !this.offline && this.status < 500 && this.status !== 429;
  }
}

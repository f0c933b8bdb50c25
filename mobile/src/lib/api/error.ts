/** The error codes of the catalogue that the app handles. */
export const errorCode = {
  success: 10000,
  phoneInvalid: 10002,
  carrierInvalid: 10003,
  imageCodeWrong: 1000105,
  appTooOld: 20110,
  inProgress: 20123,
  dailyLimit: 1000209,
  productSuspended: 20503,
  notEligible: 20505,
  codeUncertain: 20228,
  codeNotYet: 20229,
  sessionEnded: 10640105,
} as const;

/** HTTP status of a request that arrived incomplete because of a slow network. */
const REQUEST_TIMEOUT = 408;
const CONFLICT = 409;

/** Additional details of a failure. */
export interface FailureDetails {
  reason?: string;
  /** Field path to message in the user's language. */
  fields?: Record<string, string>;
  /** Field path to reason name. */
  fieldReasons?: Record<string, string>;
  /** Seconds until a retry can succeed. */
  retryAfter?: number;
  availableAt?: string;
  smsPhone?: string;
  /** Where to get a newer app: a path on the server or the address of a store. */
  storeUrl?: string;
}

/**
 * A failed call. `code` is a number of the catalogue, F0000 (no response) or F0001 (a response that is not from the
 * server).
 */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly code: number | 'F0000' | 'F0001',
    message: string,
    /** HTTP status of the server's response; 0 if none was read. */
    readonly status: number,
    readonly details: FailureDetails = {},
  ) {
    super(message);
  }

  /** Whether no response arrived. */
  get offline(): boolean {
    return this.code === 'F0000';
  }

  /**
   * Whether no response of the server was read, at most a page of a proxy or captive portal. It is unknown whether the
   * server processed the call.
   */
  get unanswered(): boolean {
    return typeof this.code !== 'number';
  }

  /** Whether the call contradicts the present state, for example because another tab has changed it. */
  get conflict(): boolean {
    return this.status === CONFLICT;
  }

  /**
   * Whether the server rejected the call and would reject it again, so the attempt is over. After any other failure the
   * attempt continues under its key: also while an earlier request with that key is still being processed.
   */
  get final(): boolean {
    return !this.unanswered && this.status < 500 && this.status !== REQUEST_TIMEOUT && this.status !== 429 && this.code !== errorCode.inProgress;
  }
}

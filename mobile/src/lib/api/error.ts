/** Codes of the catalogue that the app acts upon. */
export const errorCode = {
  success: 10000,
  phoneInvalid: 10002,
  carrierInvalid: 10003,
  imageCodeWrong: 1000105,
  appTooOld: 20110,
  dailyLimit: 1000209,
  productSuspended: 20503,
  notEligible: 20505,
  codeUncertain: 20228,
  codeNotYet: 20229,
  sessionEnded: 10640105,
} as const;

/** HTTP status of a call that a slow line did not bring whole. */
const NOT_ARRIVED = 408;

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

/** A call that did not succeed. `code` is the catalogue's number, or F0000 (no answer) and F0001 (an answer that is not the server's). */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly code: number | 'F0000' | 'F0001',
    message: string,
    /** HTTP status of the server's answer; 0 where none was read. */
    readonly status: number,
    readonly details: FailureDetails = {},
  ) {
    super(message);
  }

  /** No answer came. */
  get offline(): boolean {
    return this.code === 'F0000';
  }

  /** Nothing that the server said was read, at most a proxy's or a captive portal's page: nobody knows whether it acted. */
  get unanswered(): boolean {
    return typeof this.code !== 'number';
  }

  /** The server said no, and will say it again: the attempt is over. After every other failure it goes on under its key. */
  get final(): boolean {
    return !this.unanswered && this.status < 500 && this.status !== NOT_ARRIVED && this.status !== 429;
  }
}

import { useEffect, useRef } from 'react';

/**
 * The response of a browser with WebOTP (https://wicg.github.io/web-otp/), which TypeScript's library does not define
 * yet.
 */
type ReceivedCode = Credential & { code: string };

/**
 * Waits for an SMS whose last line names this site. Chrome on Android passes its code to the page if the user agrees.
 * In other browsers, or if the user declines, the code is typed.
 */
export function useWebOtp(length: number, take: (digits: string) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const waiting = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: waiting.signal };
    // eslint-disable-next-line compat/compat -- asked for above
    navigator.credentials.get(request as CredentialRequestOptions).then((received) => {
      const digits = (received as ReceivedCode | null)?.code.replace(/\D/g, '') ?? '';
      if (digits.length === length) latest.current(digits);
    }).catch(() => undefined);
    return () => waiting.abort();
  }, [length]);
}

import { hearServerTime } from './serverClock';
import { withTimeout } from './withTimeout';

const TIMEOUT_MS = 10_000;

/**
 * The version that the server currently runs; null if the server is unreachable or the response is from something else,
 * such as a captive portal.
 */
export async function serverVersion(): Promise<string | null> {
  try {
    return await withTimeout(TIMEOUT_MS, async (signal) => {
      const response = await fetch(`/version.json?t=${Date.now()}`, { cache: 'no-store', signal });
      const { version } = (await response.json()) as { version?: string };
      if (version === undefined) return null;
      hearServerTime(response.headers.get('Date'));
      return version;
    });
  } catch {
    return null;
  }
}

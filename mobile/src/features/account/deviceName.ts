import type { LoggedInDevice } from '@loanmarket/shared-types/api';

/** How its owner knows a device: `Android SM-A135F · Chrome`; `unknown` where it tells nothing. */
export function deviceName({ platform, browser }: Pick<LoggedInDevice, 'platform' | 'browser'>, unknown: string): string {
  return [platform, browser].filter((part) => part !== '').join(' · ') || unknown;
}

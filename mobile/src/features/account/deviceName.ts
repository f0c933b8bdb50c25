import type { LoggedInDevice } from '@loanmarket/shared-types/api';

/**
 * The name of a device as its owner would recognise it: `Android SM-A135F · Chrome`. Returns `unknown` if the device
 * reported nothing.
 */
export function deviceName({ platform, browser }: Pick<LoggedInDevice, 'platform' | 'browser'>, unknown: string): string {
  return [platform, browser].filter((part) => part !== '').join(' · ') || unknown;
}

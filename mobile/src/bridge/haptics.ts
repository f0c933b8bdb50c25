import { ask } from './shell';

/** Vibrates briefly to signal success; does nothing on the web. */
export function tapSuccess(): void {
  void ask('Haptics', 'notification', { type: 'SUCCESS' });
}

import { ask } from './shell';

/** The small tap in the hand when something went well; nothing on the web. */
export function tapSuccess(): void {
  void ask('Haptics', 'notification', { type: 'SUCCESS' });
}

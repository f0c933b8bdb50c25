import { createList } from './store';
import { tapSuccess } from '@/bridge/haptics';
import { readingTime } from '@/lib/format/readingTime';

export type ToastTone = 'plain' | 'positive' | 'danger';

interface ToastItem {
  id: number;
  message: string;
  tone: ToastTone;
}

export const toastList = createList<ToastItem>();

/**
 * Shows a short message for two seconds, or longer if it takes longer to read. A message that is already shown is not
 * shown twice.
 */
export function toast(message: string, tone: ToastTone = 'plain', milliseconds = readingTime(message)): void {
  if (message === '' || toastList.current().some((item) => item.message === message)) return;
  if (tone === 'positive') tapSuccess();
  const id = toastList.add({ message, tone });
  setTimeout(() => toastList.remove(id), milliseconds);
}

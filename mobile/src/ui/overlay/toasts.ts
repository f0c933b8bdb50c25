import { createList } from './store';

export type ToastTone = 'plain' | 'positive' | 'danger';

interface ToastItem {
  id: number;
  message: string;
  tone: ToastTone;
}

/** Spec 9. A long sentence stays as long as it takes to read it. */
const DEFAULT_MS = 2000;
const SHORT_CHARACTERS = 40;
const MS_PER_CHARACTER = 45;

export const toastList = createList<ToastItem>();

/** Shows a short message for two seconds, or longer if it takes longer to read; the same message only once. */
export function toast(message: string, tone: ToastTone = 'plain', milliseconds = readingTime(message)): void {
  if (message === '' || toastList.current().some((item) => item.message === message)) return;
  const id = toastList.add({ message, tone });
  setTimeout(() => toastList.remove(id), milliseconds);
}

function readingTime(message: string): number {
  return DEFAULT_MS + Math.max(0, message.length - SHORT_CHARACTERS) * MS_PER_CHARACTER;
}

import { $ } from './page';
import { readingTime } from '@/lib/format/readingTime';

let timer: number | undefined;

/** Shows a message briefly at the top of the page, where it covers no button. */
export function toast(words: string): void {
  const node = $('toast');
  node.textContent = words;
  node.hidden = false;
  clearTimeout(timer);
  timer = window.setTimeout(() => (node.hidden = true), readingTime(words));
}

import { createList } from './store';

export interface AlertWords {
  /** The prefix of its buttons' names, such as `logOut` in `logOutConfirm` and `logOutCancel`; see base/trackName. */
  track: string;
  title: string;
  message?: string;
  /** A verb; by default OK. */
  confirm?: string;
  /** If set, the alert has a second button. */
  cancel?: string;
  /** The confirmed action cannot be undone. */
  danger?: boolean;
}

export interface AlertItem extends AlertWords {
  id: number;
  answer: (confirmed: boolean) => void;
}

export const alertList = createList<AlertItem>();

/**
 * Shows a message that requires an answer. Resolves to true if it is confirmed. A question that is already waiting for
 * its answer is not asked twice: the second time it counts as not confirmed.
 */
export function showAlert(words: AlertWords): Promise<boolean> {
  if (alertList.current().some(({ track, title, message }) => track === words.track && title === words.title && message === words.message)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const id = alertList.add({
      ...words,
      answer: (confirmed) => {
        alertList.remove(id);
        resolve(confirmed);
      },
    });
  });
}

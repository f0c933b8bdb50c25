import { createList } from './store';

export interface AlertWords {
  /** What the names of its buttons begin with, such as `logOut` of `logOutConfirm` and `logOutCancel`: see base/trackName. */
  track: string;
  title: string;
  message?: string;
  /** A verb; default: OK. */
  confirm?: string;
  /** Present: there is a choice. */
  cancel?: string;
  /** What is confirmed cannot be taken back. */
  danger?: boolean;
}

export interface AlertItem extends AlertWords {
  id: number;
  answer: (confirmed: boolean) => void;
}

export const alertList = createList<AlertItem>();

/** Shows a message that has to be answered; true when confirmed. */
export function showAlert(words: AlertWords): Promise<boolean> {
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

import { MAX_MESSAGE, messageProblem } from '@loanmarket/shared-types/validators';
import { text } from '@/i18n';

/** Spec 5. */
export const MAX_IMAGES = 3;

/** A message or a complaint while it is written. */
export interface TicketValues {
  text: string;
  /** Ids of images on the server. */
  fileIds: string[];
  /** Empty: about no loan in particular. */
  orderId: string;
}

export const emptyTicket: TicketValues = { text: '', fileIds: [], orderId: '' };

/** Why these words cannot be sent; undefined where they can. */
export function wrongText(words: string): string | undefined {
  const problem = messageProblem(words);
  return problem ? text(`support:form.${problem}`, { max: MAX_MESSAGE }) : undefined;
}

import { MAX_MESSAGE, messageProblem } from '@loanmarket/shared-types/validators';
import { text } from '@/i18n';

/** The maximum number of images (spec 5). */
export const MAX_IMAGES = 3;

/** The values of a message or complaint form. */
export interface TicketValues {
  text: string;
  /** The file ids of images on the server. */
  fileIds: string[];
  /** Empty if it is about no particular loan. */
  orderId: string;
}

export const emptyTicket: TicketValues = { text: '', fileIds: [], orderId: '' };

/** Why this text cannot be sent; undefined if it can. */
export function wrongText(words: string): string | undefined {
  const problem = messageProblem(words);
  return problem ? text(`support:form.${problem}`, { max: MAX_MESSAGE }) : undefined;
}

import { isWriting } from '@/lib/api/inFlight';
import { topBackStep } from '@/lib/nav/overlayEntry';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const typedIn = new Set<Field>();

/** Records from now on which fields the borrower types in, including those of pages behind others. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => void typedIn.add(target as Field), true);
}

/**
 * Whether a reload would lose something: a filled field, an open sheet or a step within the page such as a running face
 * check, a call whose result the borrower would not see, or a photo that is not stored yet.
 */
export function hasWorkInHand(): boolean {
  typedIn.forEach((field) => document.contains(field) || typedIn.delete(field));
  return isWriting() || topBackStep() !== undefined || Array.from(typedIn).some(isFilled);
}

const isFilled = (field: Field): boolean => (/^(checkbox|radio)$/.test(field.type) ? (field as HTMLInputElement).checked : field.value !== '');

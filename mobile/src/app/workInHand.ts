import { isWriting } from '@/lib/api/inFlight';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const typedIn = new Set<Field>();

/** Notes from now on what is typed in; pages that lie behind others count too. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => void typedIn.add(target as Field), true);
}

/** Whether a reload would cost the borrower something: a field that they filled in, or a call whose end they would not hear of. */
export function hasWorkInHand(): boolean {
  typedIn.forEach((field) => document.contains(field) || typedIn.delete(field));
  return isWriting() || Array.from(typedIn).some(isFilled);
}

const isFilled = (field: Field): boolean => (/^(checkbox|radio)$/.test(field.type) ? (field as HTMLInputElement).checked : field.value !== '');

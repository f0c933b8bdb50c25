/** A text with plain blanks, and without what keeps a figure on one line. */
export function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/[\u00a0\u202f]/g, ' ').replace(/\u2060/g, '').trim();
}

/** A text with plain spaces and without the characters that prevent line breaks. */
export function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/[\u00a0\u202f]/g, ' ').replace(/\u2060/g, '').trim();
}

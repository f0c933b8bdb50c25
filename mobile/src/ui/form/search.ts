/** Letters without their marks: `Đà Nẵng` becomes `da nang`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/đ/gi, 'd')
    .toLowerCase();
}

/** Whether every word of the query begins or lies within the text, whatever marks are typed. */
export function matches(text: string, query: string): boolean {
  const within = plain(text);
  return plain(query)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

const ADDRESS = /[A-Za-z][A-Za-z+.-]*:\/\/[^\s"')]*/g;
const QUERY = /[?#][\w.%~-]+=[^\s"')]*/g;
const QUOTED = /".*"/g;
const MAIL = /[^\s@"'(]+@[\w-]+(?:\.[\w-]+)+/g;
/** Safari writes a function before its file as a mail's name before its host. */
const SCRIPT = /\.m?[jt]sx?$/;
// eslint-disable-next-line no-control-regex -- they are what is taken out
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/** A token, a row, or a number in whatever way it is written; where in a file something happened is no number of anybody. */
const PERSONAL = /\.m?[jt]sx?:\d{1,7}:\d{1,7}\b|[A-Za-z0-9_+/=-]{32,}|\d(?:[ .()-]{0,2}\d){5,}/g;

/**
 * Takes out of a text of an error all that may be of a person: numbers, tokens, queries, what a parser quotes. The server
 * does the same by the same vectors.
 */
export function scrub(text: string): string {
  return text
    .replace(CONTROL, ' ')
    .replace(ADDRESS, (found) => found.replace(/[?#].*/, '').replace(/.*\//, ''))
    .replace(QUERY, '')
    .replace(QUOTED, '"#"')
    .replace(MAIL, (found) => (SCRIPT.test(found) ? found : '#'))
    .replace(PERSONAL, (found) => (found.startsWith('.') ? found : '#'));
}

/** A path without what names a row or a person: ids, numbers, and whatever a borrower may have typed. */
export function scrubPath(path: string): string {
  const parts = path.split('/').map((part) => (/\d{4}|[^\w.-]/.test(part) || part.length > 24 ? '*' : part));
  return parts.join('/').slice(0, 96);
}

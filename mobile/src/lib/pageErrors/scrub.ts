const ADDRESS = /[A-Za-z][A-Za-z+.-]*:\/\/[^\s"')]*/g;
const QUERY = /[?#][\w.%~-]+=[^\s"')]*/g;
const QUOTED = /".*"/g;
const MAIL = /[^\s@"'(]+@[\w-]+(?:\.[\w-]+)+/g;
/** Safari writes `function@file`, which looks like a mail address. */
const SCRIPT = /\.m?[jt]sx?$/;
// eslint-disable-next-line no-control-regex -- they are what is taken out
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/** Also Thai and full-width digits. */
const DIGIT = '[\\d\\u0e50-\\u0e59\\uff10-\\uff19]';
/** What people write between groups of digits: any space, dash, dot, slash or bracket, visible or not. */
const GAP = '[ \\t./()\\u00a0\\u00ad\\u00b7\\u2000-\\u2015\\u202f\\u205f\\u2060\\u2212\\u3000\\ufeff\\uff08\\uff09\\uff0d-\\uff0f-]';
/** A token, an id, or a number in any notation. Line and column of a script file are matched too, so that they can be kept. */
const PERSONAL = new RegExp(`\\.m?[jt]sx?:\\d{1,7}:\\d{1,7}\\b|[A-Za-z0-9_+/=-]{32,}|${DIGIT}(?:${GAP}{0,3}${DIGIT}){5,}`, 'g');

/**
 * Removes everything that may identify a person from an error text: numbers, tokens, queries, and text quoted by a
 * parser. The server does the same; both are tested with the same vectors.
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

/**
 * Returns a path without anything that may identify a record or a person: ids, numbers, and text that a borrower may
 * have typed.
 */
export function scrubPath(path: string): string {
  const parts = path.split('/').map((part) => (/\d{4}|[^\w.-]/.test(part) || part.length > 24 ? '*' : part));
  return parts.join('/').slice(0, 96);
}

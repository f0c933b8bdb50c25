/**
 * Cache of formats. Creating one takes tens of milliseconds on old phones, and a list needs the same ones in every row.
 */
const made = new Map<string, unknown>();

function once<T>(name: string, options: object, make: () => T): T {
  const key = name + JSON.stringify(options);
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
}

/** A number format, created once and cached. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once(`n ${locale}`, options, () => new Intl.NumberFormat(locale, options));
}

/** A date and time format, created once and cached. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(`d ${locale}`, options, () => new Intl.DateTimeFormat(locale, options));
}

/** A format takes old phones tens of milliseconds to make, and a list asks for the same ones in every row. */
const made = new Map<string, unknown>();

function once<T>(name: string, options: object, make: () => T): T {
  const key = name + JSON.stringify(options);
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
}

/** The format of numbers, made once. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once(`n ${locale}`, options, () => new Intl.NumberFormat(locale, options));
}

/** The format of dates and times, made once. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(`d ${locale}`, options, () => new Intl.DateTimeFormat(locale, options));
}

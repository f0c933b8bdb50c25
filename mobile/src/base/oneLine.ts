const NO_BREAK_SPACE = '\u00a0';
/** Zero-width character that prevents a line break. */
const WORD_JOINER = '\u2060';

/**
 * Positions without a space where a line could break: between any two characters in Chinese, and around the name of a
 * weekday in Thai.
 */
const ends = /(\d|[\u4e00-\u9fff])(?=[\u4e00-\u9fff])|[\u4e00-\u9fff](?=\d)|วัน(?=[^ ]+ที่)|[^ ](?=ที่)/g;

/** Keeps a short figure, such as a date, on one line. */
export function oneLine(figure: string): string {
  return figure.replace(ends, `$&${WORD_JOINER}`).replace(/ /g, NO_BREAK_SPACE);
}

const duration =
  /(\d) (?=(?:seconds?|minutes?|min|hours?|days?|months?)\b|giây|phút|giờ|ngày|tháng|วินาที|นาที|ชั่วโมง|วัน|เดือน|秒|分钟|小时|天|个月)/g;

/** The Thai word before the day of a month, in which browsers break lines. */
const thaiDay = /วัน(?=ที่ \d)/g;

/**
 * Keeps each duration in a sentence on one line, and the Thai word before a date. Must behave like lang.JoinDurations
 * on the server; vectors/formats.json tests both.
 */
export function joinDurations(sentence: string): string {
  return sentence.replace(duration, `$1${NO_BREAK_SPACE}`).replace(thaiDay, `$&${WORD_JOINER}`);
}

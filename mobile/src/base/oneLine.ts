const NO_BREAK_SPACE = '\u00a0';
/** Has no width; no line ends at it. */
const WORD_JOINER = '\u2060';

/** Where a line could end without a blank: between any two signs in Chinese, and around the name of a weekday in Thai. */
const ends = /(\d|[\u4e00-\u9fff])(?=[\u4e00-\u9fff])|[\u4e00-\u9fff](?=\d)|วัน(?=[^ ]+ที่)|[^ ](?=ที่)/g;

/** A short figure, like a date, that stays on one line. */
export function oneLine(figure: string): string {
  return figure.replace(ends, `$&${WORD_JOINER}`).replace(/ /g, NO_BREAK_SPACE);
}

const duration =
  /(\d) (?=(?:seconds?|minutes?|min|hours?|days?|months?)\b|giây|phút|giờ|ngày|tháng|วินาที|นาที|ชั่วโมง|วัน|เดือน|秒|分钟|小时|天|个月)/g;

/** Keeps each duration of a sentence on one line. Twin of lang.JoinDurations on the server, held to it by vectors/formats.json. */
export function joinDurations(sentence: string): string {
  return sentence.replace(duration, `$1${NO_BREAK_SPACE}`);
}

import type { Language } from '@/i18n/languages';

interface Units {
  second: string;
  minute: string;
  hour: string;
  space: string;
  plural: string;
}

const units: Record<Language, Units> = {
  vi: { second: 'giây', minute: 'phút', hour: 'giờ', space: '\u00a0', plural: '' },
  en: { second: 'second', minute: 'minute', hour: 'hour', space: '\u00a0', plural: 's' },
  th: { second: 'วินาที', minute: 'นาที', hour: 'ชั่วโมง', space: '\u00a0', plural: '' },
  cn: { second: '秒', minute: '分钟', hour: '小时', space: '', plural: '' },
};

/** The longest wait shown in seconds: the delay after which a code can be sent again. */
const IN_SECONDS = 120;

/**
 * Formats a waiting time, rounded up, on one line: `45 giây`, `5 phút`, `1 giờ 30 phút`. Must behave like lang.Wait on
 * the server; vectors/formats.json tests both.
 */
export function formatWait(seconds: number, language: Language): string {
  const say = units[language];
  const count = (n: number, unit: string) => `${n}${say.space}${unit}${n === 1 ? '' : say.plural}`;
  if (seconds <= IN_SECONDS) return count(Math.max(0, Math.ceil(seconds)), say.second);
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return count(minutes, say.minute);
  const hours = count(Math.floor(minutes / 60), say.hour);
  return minutes % 60 === 0 ? hours : hours + say.space + count(minutes % 60, say.minute);
}

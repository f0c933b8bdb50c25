import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time and the age of the data. */
export function Age({ at, now }: { at: number; now: number }) {
  const { t } = useTranslation('offline');
  const age = Math.max(0, now - at);
  const words =
    age < HOUR_MS ? t('minutes', { count: Math.floor(age / MINUTE_MS) }) : age < 48 * HOUR_MS ? t('hours', { count: Math.floor(age / HOUR_MS) }) : t('days', { count: Math.floor(age / HOUR_MS / 24) });
  return <p className="text-14 quiet">{t('asOf', { time: formatInstant(new Date(at).toISOString()), age: words })}</p>;
}

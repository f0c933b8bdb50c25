import { useTranslation, useLanguage } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { formatDayShort } from '@/lib/format/date';
import { Section } from '@/ui/Section';

/** The operator's advertising texts. Every figure has its basis. Renders nothing until they are loaded. */
export function Advertise() {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const { data } = useApiQuery('main/loanApply/advertise', {}, { staleTime: 300_000 });
  if (!data) return null;
  return (
    <Section title={data.title}>
      {data.blocks.map(({ spans }, index) => (
        <p key={`${language}${index}`}>{spans.map(({ text }) => text).join('')}</p>
      ))}
      <ul className="stack stack-8">
        {data.claims.map(({ figure, text, basis, asOf }) => (
          <li key={figure}>
            <p>
              <strong>{figure}</strong> {text}
            </p>
            <p className="text-12 quiet">{t('claim', { basis, shortDay: formatDayShort(asOf) })}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

import { documents } from '../documents';
import { text, useTranslation, type TextKey } from '@/i18n';
import { useConfig } from '@/lib/config';
import { formatDayShort } from '@/lib/format/date';
import { Page } from '@/ui/Page';

/** One of the texts that a borrower accepts, section by section, with its version and whom to ask. */
export function DocumentPage({ name }: { name: keyof typeof documents }) {
  const { t } = useTranslation('info');
  const { prodName, companyName, prodAddress, prodEmail, prodPhone } = useConfig();
  const { version, since, sections } = documents[name];
  const word = (key: string, values?: Record<string, string>) => text(`info:${name}.${key}` as TextKey, values);
  return (
    <Page paper>
      <article className="stack stack-24">
        <header className="stack stack-8">
          <h2 className="title-28">{word('title')}</h2>
          <p className="text-14 quiet">{t('version', { version, date: formatDayShort(since) })}</p>
          <p>{word('lead', { product: prodName, company: companyName, address: prodAddress })}</p>
        </header>
        {sections.map((section) => (
          <section key={section} className="stack stack-4">
            <h3 className="title-16">{word(`${section}.title`)}</h3>
            <p>{word(`${section}.text`)}</p>
          </section>
        ))}
        <p className="text-14 quiet">{t('contact', { email: prodEmail, phone: prodPhone })}</p>
      </article>
    </Page>
  );
}

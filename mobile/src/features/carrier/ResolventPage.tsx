import { topics, topicOf } from './resolvent';
import { useTranslation } from '@/i18n';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';

/** /m/auth/resolvent?reason=: explains what to do when a verification fails. Open to everybody. */
export default function ResolventPage() {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  const reason = useQueryParam('reason') ?? '';
  const own = topicOf(reason);
  return (
    <Page
      textOnly
      action={
        <Button track="contactSupport" look="quiet" onClick={() => nav.to('/m/customer')}>
          {t('resolvent.talk')}
        </Button>
      }
    >
      <div className="stack stack-24">
        <p className="quiet">{t('resolvent.lead')}</p>
        {own && (
          <Section title={t('resolvent.yours')}>
            <Card tone="attention">
              <Advice title={t(`failure.${own.reason}.title`)} text={t(`failure.${own.reason}.todo`)} />
            </Card>
          </Section>
        )}
        {topics.map(({ topic, reasons }) => (
          <Section key={topic} title={t(`resolvent.${topic}`)}>
            <Card>
              <div className="stack stack-24">
                {reasons
                  .filter((one) => one !== own?.reason)
                  .map((one) => (
                    <Advice key={one} title={t(`failure.${one}.title`)} text={t(`failure.${one}.todo`)} />
                  ))}
              </div>
            </Card>
          </Section>
        ))}
      </div>
    </Page>
  );
}

function Advice({ title, text }: { title: string; text: string }) {
  return (
    <div className="stack stack-8">
      <h3 className="title-16">{title}</h3>
      <p>{text}</p>
    </div>
  );
}

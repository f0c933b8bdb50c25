import { useTranslation } from '@/i18n';
import { Notice } from '@/ui/Notice';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';
import { Timeline } from '@/ui/Timeline';

const byCode = ['code1', 'code2', 'code3', 'code4'] as const;
const byTransfer = ['bank1', 'bank2', 'bank3'] as const;

/** /m/repay/guide: the two ways to pay, step by step. */
export default function GuidePage() {
  const { t } = useTranslation('repay');
  const steps = (keys: readonly ((typeof byCode)[number] | (typeof byTransfer)[number])[]) => keys.map((key) => ({ title: t(`guide.${key}`), state: 'next' as const }));
  return (
    <Page>
      <div className="stack stack-24">
        <p>{t('guide.intro')}</p>
        <Section title={t('guide.codeTitle')}>
          <Timeline items={steps(byCode)} />
        </Section>
        <Section title={t('guide.bankTitle')}>
          <Timeline items={steps(byTransfer)} />
        </Section>
        <Notice>{t('guide.early')}</Notice>
      </div>
    </Page>
  );
}

import { useTranslation } from '@/i18n';
import { Notice } from '@/ui/Notice';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';
import { Steps } from '@/ui/Steps';

const byCode = ['code1', 'code2', 'code3', 'code4'] as const;
const byTransfer = ['bank1', 'bank2', 'bank3'] as const;

/** /m/repay/guide: the two ways to pay, step by step. */
export default function GuidePage() {
  const { t } = useTranslation('repay');
  const steps = (keys: readonly ((typeof byCode)[number] | (typeof byTransfer)[number])[]) => keys.map((key) => t(`guide.${key}`));
  return (
    <Page textOnly>
      <div className="stack stack-24">
        <p>{t('guide.intro')}</p>
        <Section title={t('guide.codeTitle')}>
          <Steps steps={steps(byCode)} />
        </Section>
        <Section title={t('guide.bankTitle')}>
          <Steps steps={steps(byTransfer)} />
        </Section>
        <Notice>{t('guide.early')}</Notice>
      </div>
    </Page>
  );
}

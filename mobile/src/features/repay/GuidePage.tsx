import type { ProductConfig } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { Callout } from '@/ui/Callout';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';
import { Steps } from '@/ui/Steps';

const byCode = ['code1', 'code2', 'code3', 'code4'] as const;
const byTransfer = ['bank1', 'bank2', 'bank3'] as const;
const byTransferAlone = ['code1', 'bank1', 'bank2', 'code4', 'bank3'] as const;
const toOwnAccount = ['code1', 'bank1', 'own2', 'code4'] as const;

/** /m/repay/guide: the ways to pay, step by step. */
export default function GuidePage() {
  const { t } = useTranslation('repay');
  // During a deploy, a server of the previous version may respond, which does not send these fields.
  const { paymentCode = true, virtualAccount = false } = useConfig() as Partial<ProductConfig>;
  const steps = (keys: readonly ((typeof byCode)[number] | (typeof byTransfer)[number] | (typeof toOwnAccount)[number])[]) => keys.map((key) => t(`guide.${key}`));
  const alone = virtualAccount ? toOwnAccount : byTransferAlone;
  return (
    <Page textOnly>
      <div className="stack stack-24">
        <p>{t(paymentCode ? 'guide.intro' : 'guide.introTransfer')}</p>
        {paymentCode && (
          <Section title={t('guide.codeTitle')}>
            <Steps steps={steps(byCode)} />
          </Section>
        )}
        <Section title={t('guide.bankTitle')}>
          <Steps steps={steps(paymentCode ? byTransfer : alone)} />
        </Section>
        <Callout>{t('guide.early')}</Callout>
      </div>
    </Page>
  );
}

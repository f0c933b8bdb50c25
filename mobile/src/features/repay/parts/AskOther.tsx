import type { PayIntentData } from '@loanmarket/shared-types/api';
import { useAskOther } from '../hooks/useAskOther';
import { LinkPreview } from './LinkPreview';
import { Watching } from './Watching';
import { useTranslation } from '@/i18n';
import { ProofWaiting } from '@/shared/order/ProofWaiting';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { CopyRow } from '@/ui/CopyRow';
import { ShareIcon } from '@/ui/icons';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';

/** The message and the link for somebody else who pays, and a preview of what the link shows. */
export function AskOther({ intent, unreachable }: { intent: PayIntentData; unreachable: boolean }) {
  const { t } = useTranslation('repay');
  const { words, link, seen, proofWaitingSince, share } = useAskOther(intent);
  return (
    <Page
      action={
        <Button track="shareLink" icon={<ShareIcon />} disabled={words === null} onClick={() => void share()}>
          {t('ask.share')}
        </Button>
      }
    >
      <div className="stack stack-24">
        <ProofWaiting since={proofWaitingSince} />
        <div className="stack stack-8 center">
          <MoneyFigure amount={intent.amount} currency={intent.currency} size={40} />
          <p className="quiet">{t('ask.intro')}</p>
        </div>
        <LinkPreview seen={seen} />
        <Section title={t('ask.message')}>
          <Card>
            <div className="stack">
              {words !== null && <p>{words}</p>}
              <CopyRow track="copyLink" label={t('ask.link')} value={link.replace(/#.*/, '#…')} copy={link} />
            </div>
          </Card>
          <p className="text-14 quiet">{t('ask.ends')}</p>
        </Section>
        <Watching words={t('ask.watching')} expiresAt={intent.expiresAt} unreachable={unreachable} />
      </div>
    </Page>
  );
}

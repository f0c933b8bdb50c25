import type { BankCard } from '@loanmarket/shared-types/api';
import { CardStatus } from '@loanmarket/shared-types/enums';
import { useUnbind } from '../hooks/useUnbind';
import { replacementsFor } from '../status';
import { CardFace } from './CardFace';
import { ReplacementSheet } from './ReplacementSheet';
import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { useConfig } from '@/lib/config';
import { formatInstant } from '@/lib/format/date';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { useDocument } from '@/ui/saveOrShare';
import { toast } from '@/ui/overlay/toasts';
import { Page } from '@/ui/Page';

/** A bank card: its status and the available actions. */
export function CardView({ card, own }: { card: BankCard; own: readonly BankCard[] }) {
  const { t } = useTranslation('bankcard');
  const { region } = useConfig();
  const passbook = useDocument();
  const unbind = useUnbind(card, own);
  const setDefault = useApiMutation('bankCard/setDefault', { onSuccess: () => toast(t('detail.defaultSet'), 'positive') });
  const active = card.status === CardStatus.active;
  const choosable = active && !card.isDefault;
  return (
    <Page
      action={
        choosable && (
          <Button track="setDefault" busy={setDefault.isPending} onClick={() => setDefault.mutate({ cardId: card.cardId })}>
            {t('detail.setDefault')}
          </Button>
        )
      }
    >
      <div className="stack">
        <CardFace card={card} />
        {card.idNumber && (
          <p className="text-14 quiet">
            {region.idNumberLabel} <span className="numbers">{card.idNumber}</span>
          </p>
        )}
        {card.passbookFileId && (
          <Button track="showPassbook" look="text" busy={passbook.busy} onClick={() => void passbook.open(card.passbookFileId!, card.passbookFileId!, 'jpg')}>
            {t('detail.passbook')}
          </Button>
        )}
        <p className="text-14 quiet">{t('detail.added', { time: formatInstant(card.createdAt) })}</p>
        {card.status === CardStatus.inactive && <ReviewNotice />}
        {card.status === CardStatus.closed && <Callout title={t('closed.title')}>{t('closed.text')}</Callout>}
        {active && <Callout tone={card.isDefault ? 'positive' : 'plain'}>{t(card.isDefault ? 'detail.isDefault' : 'detail.isActive')}</Callout>}
        {card.status !== CardStatus.closed && (
          <Button track="unbind" look="text" busy={unbind.busy && !unbind.replacing} onClick={unbind.ask}>
            {t('unbind.action')}
          </Button>
        )}
      </div>
      <ReplacementSheet
        open={unbind.replacing}
        onClose={unbind.keep}
        choices={replacementsFor(card, own)}
        busy={unbind.busy}
        onChoose={unbind.replaceBy}
      />
    </Page>
  );
}

/** Why a bank card is under review, how long that takes, and what it means for payouts. */
function ReviewNotice() {
  const { t } = useTranslation('bankcard');
  return (
    <Callout title={t('review.title')}>
      <p>{t('review.why')}</p>
      <p>{t('review.after')}</p>
    </Callout>
  );
}

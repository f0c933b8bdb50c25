import type { BankCard } from '@loanmarket/shared-types/api';
import { CardStatus } from '@loanmarket/shared-types/enums';
import { CardFace } from './CardFace';
import { useTranslation } from '@/i18n';
import { ApprovedPicture, RejectedPicture, WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** The verification state of a bank card: verified, under review, or rejected. */
export function CardVerification({ card }: { card: BankCard }) {
  const { t } = useTranslation('bankcard');
  return (
    <>
      {card.status === CardStatus.active && <StateView picture={<ApprovedPicture />} title={t('verification.activeTitle')} text={t('verification.activeText')} />}
      {card.status === CardStatus.inactive && (
        <StateView
          picture={<WaitingPicture />}
          title={t('review.title')}
          text={
            <div className="stack stack-8">
              <p>{t('verification.reviewText')}</p>
              <p>{t('review.after')}</p>
            </div>
          }
        />
      )}
      {card.status === CardStatus.closed && <StateView picture={<RejectedPicture />} title={t('closed.title')} text={t('closed.text')} />}
      <CardFace card={card} />
    </>
  );
}

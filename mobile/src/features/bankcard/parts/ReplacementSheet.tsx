import type { BankCard } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { BankIcon } from '@/ui/icons';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Sheet } from '@/ui/overlay/Sheet';

interface ReplacementSheetProps {
  open: boolean;
  onClose: () => void;
  choices: readonly BankCard[];
  busy: boolean;
  onChoose: (cardId: string) => void;
}

/** A loan is to be paid out to the bank card being removed: lets the borrower choose another one. */
export function ReplacementSheet({ open, onClose, choices, busy, onChoose }: ReplacementSheetProps) {
  const { t } = useTranslation('bankcard');
  return (
    <Sheet track="replacement" open={open} onClose={onClose} title={t('unbind.replaceTitle')}>
      <div className="stack" aria-busy={busy}>
        <p className="quiet">{t('unbind.replaceText')}</p>
        <RowGroup>
          {choices.map((card) => (
            <LinkRow
              key={card.cardId}
              track="chooseReplacement"
              icon={<BankIcon />}
              title={`${card.bankName} …${card.accountLast4}`}
              text={card.holderName}
              onClick={() => !busy && onChoose(card.cardId)}
            />
          ))}
        </RowGroup>
      </div>
    </Sheet>
  );
}

import type { BankCard } from '@loanmarket/shared-types/api';
import { statusTagOf } from '../status';
import styles from './CardFace.module.css';
import { text, useTranslation } from '@/i18n';
import { Card } from '@/ui/Card';
import { BankIcon } from '@/ui/icons';
import { Tag } from '@/ui/Tag';

/** A bank card as its owner recognises it: bank, last digits, name and status. The whole number is never shown. */
export function CardFace({ card, onClick }: { card: BankCard; onClick?: () => void }) {
  const { t } = useTranslation('bankcard');
  const { word, tone } = statusTagOf(card);
  return (
    <Card track="openCard" onClick={onClick}>
      <span className={styles.head}>
        <span className={styles.icon}>
          <BankIcon />
        </span>
        <span className={styles.bank}>{card.bankName}</span>
        <Tag tone={tone}>{text(word)}</Tag>
      </span>
      <span className={styles.number}>
        <span aria-hidden="true">•••• •••• </span>
        <span className="unseen">{t('face.ending')} </span>
        {card.accountLast4}
      </span>
      <span className={styles.foot}>
        <span className={styles.holder}>{card.holderName}</span>
        <span>{t(`type.${card.accountType}`)}</span>
      </span>
    </Card>
  );
}

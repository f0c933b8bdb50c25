import type { MemberData } from '@loanmarket/shared-types/api';
import { DeletionPendingCard } from './DeletionPendingCard';
import { SecondFactCard } from './SecondFactCard';
import styles from './CardHead.module.css';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { Card } from '@/ui/Card';
import { ChevronIcon } from '@/ui/icons';
import { Progress } from '@/ui/StepChecklist';

/** Name and number as masked by the server, the credit limit, and the verification progress. */
export function Profile({ member }: { member: MemberData }) {
  const { t } = useTranslation('home');
  const nav = useNav();
  const { verification: list } = member;
  if (member.secondFactNeeded) return <SecondFactCard />;
  if (member.deleting) return <DeletionPendingCard />;
  return (
    <Card track="verify" onClick={() => nav.to('/m/auth')}>
      <div className="stack">
        <div className={styles.head}>
          <div className={styles.words}>
            <p className="title-20">{member.name || member.phoneNum}</p>
            {member.name && <p className="quiet">{member.phoneNum}</p>}
            {member.creditLimit > 0 && (
              <p className="text-14 quiet">
                {t('mine.limit', { amount: formatMoney(member.creditLimit, member.currency) })}
              </p>
            )}
          </div>
          <ChevronIcon />
        </div>
        <Progress
          percent={list.percent}
          label={t('mine.verification', { state: list.next === '' ? t('mine.verified') : t('step.progress', { done: list.done, total: list.total }) })}
        />
      </div>
    </Card>
  );
}

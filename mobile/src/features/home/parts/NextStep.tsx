import type { AuthListData } from '@loanmarket/shared-types/api';
import styles from './CardHead.module.css';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { isTopic, topicPath } from '@/shared/verify/topics';
import { Card } from '@/ui/Card';
import { ChevronIcon } from '@/ui/icons';
import { Progress } from '@/ui/StepChecklist';

/** The next topic of the verification as a card; renders nothing once all are done. */
export function NextStep({ list }: { list: AuthListData }) {
  const { t } = useTranslation(['home', 'verify']);
  const nav = useNav();
  const { next } = list;
  if (!isTopic(next)) return null;
  const minutes = list.items.find(({ topic }) => topic === next)?.minutes ?? 0;
  return (
    <Card track="nextTopic" onClick={() => nav.to(topicPath(next))}>
      <div className="stack">
        <div className={styles.head}>
          <div className={styles.words}>
            <p className="text-14 quiet">{t('home:step.title')}</p>
            <p className="title-16">{t(`verify:topic.${next}`)}</p>
            <p className="text-14 quiet">{t(`verify:why.${next}`)}</p>
          </div>
          <ChevronIcon />
        </div>
        <Progress
          percent={list.percent}
          label={`${t('home:step.progress', { done: list.done, total: list.total })} · ${t('home:step.minutes', { n: minutes })}`}
        />
      </div>
    </Card>
  );
}

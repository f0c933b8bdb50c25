import type { AuthItem, AuthListData } from '@loanmarket/shared-types/api';
import { trackName } from '@/base/trackName';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { topicPath } from '@/shared/verify/topics';
import { LockIcon } from '@/ui/icons';
import { ApprovedPicture } from '@/ui/pictures';
import { Progress, StepChecklist, type Step } from '@/ui/StepChecklist';
import styles from './Checklist.module.css';

/** The topics as a list of steps; the next one is marked. */
export function Checklist({ list }: { list: AuthListData }) {
  const { t } = useTranslation('verify');
  const nav = useNav();
  const left = list.items.filter(({ state, optional }) => !optional && (state === 'todo' || state === 'draft')).reduce((sum, { minutes }) => sum + minutes, 0);
  const steps = list.items.map(
    (item): Step => ({
      key: item.topic,
      track: trackName('verify', item.topic),
      title: t(`topic.${item.topic}`),
      why: item.state === 'done' ? undefined : t(`why.${item.topic}`),
      note: note(item),
      state: item.state === 'done' || item.state === 'review' ? item.state : item.topic === list.next ? 'next' : 'todo',
      ...(item.state === 'review' && item.topic !== 'opt' ? {} : { onClick: () => nav.to(topicPath(item.topic)) }),
    }),
  );

  function note({ state, minutes, optional }: AuthItem): string {
    if (state !== 'todo') return t(`state.${state}`);
    return optional ? `${t('list.minutes', { n: minutes })} · ${t('list.optional')}` : t('list.minutes', { n: minutes });
  }

  return (
    <div className="stack stack-24">
      {list.next === '' ? <Done /> : <h2 className="title-28">{t('list.heading')}</h2>}
      <Progress
        percent={list.percent}
        label={[t('list.progress', { done: list.done, total: list.total }), left > 0 && t('list.remaining', { n: left })].filter(Boolean).join(' · ')}
      />
      <StepChecklist steps={steps} />
      <p className={styles.safe}>
        <LockIcon size={18} />
        <span>{t('list.safe')}</span>
      </p>
    </div>
  );
}

function Done() {
  const { t } = useTranslation('verify');
  return (
    <div className={styles.done}>
      <ApprovedPicture />
      <h2 className="title-20">{t('list.doneTitle')}</h2>
      <p className="quiet">{t('list.doneText')}</p>
    </div>
  );
}

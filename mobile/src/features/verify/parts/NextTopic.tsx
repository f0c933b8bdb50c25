import type { AuthListData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { isTopic, topicPath } from '@/shared/verify/topics';
import { Button } from '@/ui/Button';

/** The page's button: opens the next topic, or the loans if all topics are done. */
export function NextTopic({ list }: { list: AuthListData }) {
  const { t } = useTranslation('verify');
  const nav = useNav();
  const { next } = list;
  if (!isTopic(next)) return <Button track="openHome" onClick={() => nav.tab('/m/home')}>{t('list.seeLoans')}</Button>;
  const started = list.items.some((item) => item.topic === next && item.state === 'draft');
  return (
    <Button track="nextTopic" onClick={() => nav.to(topicPath(next))}>{t(started ? 'list.resume' : 'list.start', { topic: t(`topic.${next}`) })}</Button>
  );
}

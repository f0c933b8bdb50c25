import { useEffect, useRef } from 'react';
import { NoticeRow } from './parts/NoticeRow';
import { useTranslation } from '@/i18n';
import { api, useApiPages } from '@/lib/api';
import { usePageVisible } from '@/lib/nav/pageVisible';
import { setAnswer } from '@/lib/queryClient';
import { RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { PagedList } from '@/ui/PagedList';
import { EmptyState } from '@/ui/states';

/**
 * /m/customer/inbox: notices about the borrower's loans and requests. Notices are marked as read once they are visible.
 */
export default function InboxPage() {
  const { t } = useTranslation('support');
  const pages = useApiPages('support/inbox', {}, 'notices');
  const newest = pages.data?.[0];
  const upTo = newest && !newest.read ? newest.noticeId : undefined;
  const visible = usePageVisible();
  const told = useRef<string>();

  useEffect(() => {
    if (!upTo || !visible || told.current === upTo) return;
    told.current = upTo;
    api('support/read', { upTo }, { toast: false }).then(
      (answer) => setAnswer(['support/unread', {}], answer),
      () => undefined, // They stay unread, and nothing is lost.
    );
  }, [upTo, visible]);

  return (
    <Page refreshes>
      <div className="stack">
        <PagedList pages={pages} more={t('inbox.more')} empty={<EmptyState title={t('inbox.none')} text={t('inbox.noneText')} />}>
          {(notices) => (
            <RowGroup>
              {notices.map((notice) => (
                <NoticeRow key={notice.noticeId} notice={notice} />
              ))}
            </RowGroup>
          )}
        </PagedList>
      </div>
    </Page>
  );
}

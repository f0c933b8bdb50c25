import type { InboxNotice } from '@loanmarket/shared-types/api';
import { memo } from 'react';
import { noticePath } from '../noticePath';
import styles from './NoticeRow.module.css';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { LinkRow } from '@/ui/LinkRow';
import { Tag } from '@/ui/Tag';

/** A notice in the list; a new one is marked. */
export const NoticeRow = memo(function NoticeRow({ notice }: { notice: InboxNotice }) {
  const { t } = useTranslation('support');
  const nav = useNav();
  const path = noticePath(notice);
  const words = (
    <>
      <span className={styles.text}>{notice.text}</span>
      <span className={styles.time}>
        {formatInstant(notice.at)} {!notice.read && <Tag>{t('inbox.new')}</Tag>}
      </span>
    </>
  );
  if (path === null) {
    return (
      <div className={styles.row}>
        <p className={styles.title}>{notice.title}</p>
        {words}
      </div>
    );
  }
  return <LinkRow track="openNotice" title={notice.title} text={words} onClick={() => nav.to(path)} />;
});

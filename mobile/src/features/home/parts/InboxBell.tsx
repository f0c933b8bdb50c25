import { useUnread } from '../useUnread';
import styles from './InboxBell.module.css';
import { useTranslation } from '@/i18n';
import { useSession } from '@/lib/member';
import { useNav } from '@/lib/nav/nav';
import { BellIcon } from '@/ui/icons';

/** Higher counts are shown as "99+". */
const MAX_COUNT = 99;

/** A link to the inbox with the unread count; renders nothing for a visitor. Its texts are those of `home`. */
export function InboxBell() {
  const { t } = useTranslation('home');
  const nav = useNav();
  const { loggedIn } = useSession();
  const unread = useUnread() ?? 0;
  if (!loggedIn) return null;
  return (
    <button
      type="button"
      data-track="openInbox"
      className={styles.bell}
      aria-label={unread > 0 ? t('inbox.unread', { count: unread }) : t('inbox.open')}
      onClick={() => nav.to('/m/customer/inbox')}
    >
      <BellIcon />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}
        </span>
      )}
    </button>
  );
}

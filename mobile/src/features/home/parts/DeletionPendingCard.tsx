import { LEAVING } from '@/lib/nav/paths';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';

/** Shown on home and mine while the account's deletion is pending, with a link to withdraw it. */
export function DeletionPendingCard() {
  const { t } = useTranslation('account');
  const nav = useNav();
  return (
    <Card tone="attention">
      <div className="stack">
        <div>
          <h2 className="title-16">{t('leaving.title')}</h2>
          <p>{t('leaving.text')}</p>
        </div>
        <Button track="openDeletion" onClick={() => nav.to(LEAVING)}>{t('leaving.open')}</Button>
      </div>
    </Card>
  );
}

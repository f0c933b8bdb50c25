import { LEAVING } from '@/lib/nav/paths';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';

/** On home and mine of an account that waits for its deletion: that it does, and where to take it back. */
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

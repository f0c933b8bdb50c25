import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';

/** Shown on a new device of a known member, where nothing personal is shown before the second fact. */
export function SecondFactCard() {
  const { t } = useTranslation('home');
  const nav = useNav();
  return (
    <Card tone="attention">
      <div className="stack">
        <div>
          <h2 className="title-16">{t('step.second')}</h2>
          <p>{t('step.secondText')}</p>
        </div>
        <Button track="confirmIdentity" onClick={() => nav.to('/m/login')}>{t('step.go')}</Button>
      </div>
    </Card>
  );
}

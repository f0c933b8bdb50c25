import { appInfo } from '@/bridge/appInfo';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Sheet } from '@/ui/overlay/Sheet';

interface UpdateSheetProps {
  open: boolean;
  address: string;
  version: string;
  onLater: () => void;
}

/** Recommends a newer app version, once a day; the user can postpone it. */
export default function UpdateSheet({ open, address, version, onLater }: UpdateSheetProps) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Sheet
      track="update"
      open={open}
      onClose={onLater}
      title={t('shell:update.newTitle')}
      action={
        <>
          <Button track="update" onClick={() => window.open(address, '_blank')}>{t('shell:update.act')}</Button>
          <Button track="updateLater" look="quiet" onClick={onLater}>
            {t('common:action.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('shell:update.newText', { version: appInfo()?.appVersion ?? '', newer: version })}</p>
    </Sheet>
  );
}

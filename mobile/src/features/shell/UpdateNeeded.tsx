import { useEffect } from 'react';
import { appInfo } from '@/bridge/appInfo';
import { exitApp } from '@/bridge/backKey';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Cover } from '@/ui/Cover';
import { PhonePicture } from '@/ui/pictures/scenes';
import { StateView } from '@/ui/states';

/**
 * Replaces the whole app when this version is no longer supported. The back key exits the app, because there is no page
 * behind.
 */
export default function UpdateNeeded({ address, phone }: { address: string | null; phone: string }) {
  const { t } = useTranslation('shell');
  useEffect(() => {
    const leave = (event: Event) => (event as CustomEvent<{ register: (priority: number, handler: () => void) => void }>).detail.register(200, exitApp);
    document.addEventListener('ionBackButton', leave);
    return () => document.removeEventListener('ionBackButton', leave);
  }, []);
  return (
    <Cover>
      <StateView
        whole
        picture={<PhonePicture />}
        title={t('update.neededTitle')}
        text={
          <>
            <p>{t('update.neededText', { version: appInfo()?.appVersion ?? '' })}</p>
            <p>{t('update.kept')}</p>
          </>
        }
        action={
          address !== null ? (
            <Button track="update" onClick={() => window.open(address, '_blank')}>{t('update.act')}</Button>
          ) : (
            <Button track="callHotline" onClick={() => window.open(`tel:${phone}`, '_self')}>{t('update.call', { phone })}</Button>
          )
        }
      />
    </Cover>
  );
}

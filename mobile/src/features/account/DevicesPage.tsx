import { DeviceCard } from './parts/DeviceCard';
import { useLogOutDevices } from './hooks/useLogOutDevices';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/account/devices: lists the devices on which this account is logged in, and lets the borrower log them out. */
export default function DevicesPage() {
  const { t } = useTranslation('account');
  const query = useApiQuery('member/devices', {});
  const logOut = useLogOutDevices();
  const more = (query.data?.devices.length ?? 0) > 1;
  return (
    <Page
      action={
        more && (
          <Button track="logOutOthers" look="quiet" busy={logOut.busy} onClick={logOut.others}>
            {t('devices.others')}
          </Button>
        )
      }
    >
      <QueryView query={query} skeleton={<ListSkeleton count={2} />}>
        {({ devices }) => (
          <div className="stack">
            <p className="quiet">{t(more ? 'devices.lead' : 'devices.alone')}</p>
            {devices.map((device) => (
              <DeviceCard
                key={device.deviceId}
                device={device}
                leaving={logOut.leaving === device.deviceId}
                disabled={logOut.busy && logOut.leaving !== device.deviceId}
                onLogOut={logOut.one}
              />
            ))}
          </div>
        )}
      </QueryView>
    </Page>
  );
}

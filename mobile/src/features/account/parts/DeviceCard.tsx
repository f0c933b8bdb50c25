import type { LoggedInDevice } from '@loanmarket/shared-types/api';
import { deviceName } from '../deviceName';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Tag } from '@/ui/Tag';

interface DeviceCardProps {
  device: LoggedInDevice;
  /** This device is being logged out. */
  leaving: boolean;
  /** Another device is being logged out. */
  disabled: boolean;
  onLogOut: (device: LoggedInDevice) => void;
}

/** A device: its name, when it was used, and a logout button unless it is the current one. */
export function DeviceCard({ device, leaving, disabled, onLogOut }: DeviceCardProps) {
  const { t } = useTranslation('account');
  const name = deviceName(device, t('devices.unknown'));
  return (
    <Card>
      <div className="stack stack-8">
        <div className="row">
          <h2 className="title-16">{name}</h2>
          {device.current ? <Tag tone="positive">{t('devices.current')}</Tag> : !device.trusted && <Tag tone="attention">{t('devices.untrusted')}</Tag>}
        </div>
        <p className="text-14 quiet">{t('devices.seen', { time: formatInstant(device.seenAt) })}</p>
        <p className="text-14 quiet">{t('devices.since', { time: formatInstant(device.loggedInAt) })}</p>
        {!device.current && (
          <Button track="logOutDevice" look="text" busy={leaving} disabled={disabled} aria-label={t('devices.logOutOf', { device: name })} onClick={() => onLogOut(device)}>
            {t('devices.logOut')}
          </Button>
        )}
      </div>
    </Card>
  );
}

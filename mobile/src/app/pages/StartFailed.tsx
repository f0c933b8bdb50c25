import { text } from '@/i18n';
import { Button } from '@/ui/Button';
import { Cover } from '@/ui/Cover';
import { OfflinePicture, UnpluggedPicture } from '@/ui/pictures/states';
import { StateView } from '@/ui/states';
import { useOnline } from '@/ui/useOnline';

/** Shown if the first visit cannot reach the server. Without the configuration nothing else can be shown. */
export function StartFailed() {
  const online = useOnline();
  return (
    <Cover alert>
      <StateView
        whole
        picture={online ? <UnpluggedPicture /> : <OfflinePicture />}
        title={text(online ? 'common:failure.awayTitle' : 'common:failure.offlineTitle')}
        text={text(online ? 'common:failure.awayText' : 'common:failure.offlineText')}
        action={<Button track="retry" onClick={() => window.location.reload()}>{text('common:action.retry')}</Button>}
      />
    </Cover>
  );
}

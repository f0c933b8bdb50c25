import { text } from '@/i18n';
import { Button } from '@/ui/Button';
import { Cover } from '@/ui/Cover';
import { OfflinePicture } from '@/ui/pictures/states';
import { StateView } from '@/ui/states';

/** The first visit found no server: without the configuration there is nothing to show yet. */
export function StartFailed() {
  return (
    <Cover alert>
      <StateView
        whole
        picture={<OfflinePicture />}
        title={text('common:failure.title')}
        text={text('common:failure.offlineText')}
        action={<Button onClick={() => window.location.reload()}>{text('common:action.retry')}</Button>}
      />
    </Cover>
  );
}

import { text } from '@/i18n';
import { Button } from '@/ui/Button';
import { Cover } from '@/ui/Cover';
import { LostPicture } from '@/ui/pictures/states';
import { StateView } from '@/ui/states';

/** Replaces a page that crashed. It depends on neither router, header nor queries, because they may be the cause. */
export function Crash({ onRetry }: { onRetry: () => void }) {
  return (
    <Cover alert>
      <StateView
        whole
        picture={<LostPicture />}
        title={text('common:failure.crashTitle')}
        text={text('common:failure.crashText')}
        action={
          <>
            <Button track="retry" onClick={onRetry}>{text('common:action.retry')}</Button>
            <Button track="openHome" look="quiet" onClick={() => window.location.assign('/m/home')}>
              {text('common:action.home')}
            </Button>
          </>
        }
      />
    </Cover>
  );
}

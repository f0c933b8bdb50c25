import type { CarrierSession } from '@loanmarket/shared-types/api';
import { mallPath, sessionPath } from '../paths';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** A running session: continue it, or start again while the carrier waits for its code. */
export function RunningSession({ session }: { session: CarrierSession }) {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  const open = session.state === 'code';
  return (
    <Page
      action={
        <>
          <Button track={open ? 'enterCode' : 'seeRunning'} onClick={() => nav.to(sessionPath(session))}>{t(open ? 'running.enter' : 'running.see')}</Button>
          {open && (
            <Button track="beginAnew" look="text" onClick={() => nav.to(mallPath(session.channel))}>
              {t('running.anew')}
            </Button>
          )}
        </>
      }
    >
      <StateView
        picture={<WaitingPicture />}
        title={t('running.title', { name: session.name })}
        text={<p>{t(open ? 'running.code' : 'result.waitingText')}</p>}
      />
    </Page>
  );
}

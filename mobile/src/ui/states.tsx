import { useState, type ReactNode } from 'react';
import { Button } from './Button';
import { EmptyPicture, LostPicture, OfflinePicture, UnpluggedPicture } from './pictures/states';
import styles from './states.module.css';
import { useOnline } from './useOnline';
import { useTranslation } from '@/i18n';
import { ApiError } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';

interface StateProps {
  picture: ReactNode;
  title: string;
  text?: ReactNode;
  /** What to do next; required if there is anything to do. */
  action?: ReactNode;
  /** The view is the whole content of a page without a header, so its title is the page's heading. */
  whole?: boolean;
}

/** A picture, a title, an explanation and an action. */
export function StateView({ picture, title, text, action, whole }: StateProps) {
  const Title = whole ? 'h1' : 'h2';
  return (
    <div className={styles.state}>
      {picture}
      <Title className="title-20">{title}</Title>
      {text && <div className="quiet">{text}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** The state of an empty list. */
export function EmptyState({ picture = <EmptyPicture />, ...rest }: Omit<StateProps, 'picture'> & { picture?: ReactNode }) {
  return <StateView picture={picture} {...rest} />;
}

/**
 * Data that could not be loaded: the reason, that nothing is lost, and a retry button, which is busy until the promise
 * of `onRetry` settles. If a retry cannot succeed, a button leads home.
 */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const nav = useNav();
  const known = error instanceof ApiError ? error : null;
  const unanswered = known?.offline ?? false;
  const offline = !useOnline() && unanswered;
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  const again = (
    <Button track="retry" look="quiet" busy={busy} onClick={() => void retry()}>
      {t('action.retry')}
    </Button>
  );
  const home = <Button track="openHome" onClick={() => nav.replace('/m/home')}>{t('action.home')}</Button>;
  return (
    <div role="alert">
      {isLost(known) ? (
        <StateView picture={<LostPicture />} title={t('failure.lostTitle')} text={t('page.notFoundText')} action={home} />
      ) : (
        <StateView
          picture={offline ? <OfflinePicture /> : <UnpluggedPicture />}
          title={t(offline ? 'failure.offlineTitle' : unanswered ? 'failure.awayTitle' : 'failure.title')}
          text={
            <>
              <p>{offline ? t('failure.offlineText') : unanswered ? t('failure.awayText') : known?.message}</p>
              {!offline && <p>{t('failure.safe')}</p>}
            </>
          }
          action={known?.final ? home : again}
        />
      )}
    </div>
  );
}

/** Whether the id in the page's URL does not exist or is invalid, as in an old or broken link. */
const isLost = (error: ApiError | null) => error?.status === 404 || error?.status === 400;

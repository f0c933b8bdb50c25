import { useId, useRef } from 'react';
import { Button } from '../Button';
import { Callout } from '../Callout';
import { classes } from '../classes';
import { FieldFrame, namedBy } from '../form/FieldFrame';
import { CameraIcon, CheckIcon } from '../icons';
import styles from './PhotoField.module.css';
import { useNoPhoto } from './useNoPhoto';
import { usePhoto } from './usePhoto';
import { useTranslation } from '@/i18n';
import type { FileKind } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';

interface PhotoFieldProps {
  /** The prefix of the names under which presses are recorded; see base/trackName. */
  track: string;
  label: string;
  kind: FileKind;
  /** The slot under which the photo is stored until the form is submitted; unique per field. */
  slot: string;
  /** The file id on the server; null while there is none. */
  value: string | null;
  onChange: (fileId: string | null) => void;
  hint?: string;
  error?: string | undefined;
  optional?: boolean;
  /** camera: opens the rear camera. any: also allows existing pictures (screenshots). */
  source?: 'camera' | 'any';
}

/** Takes a photo, shows it, checks it and uploads it. If the camera does not open, it links to the help page. */
export function PhotoField({ track, label, kind, slot, value, onChange, hint, error, optional, source = 'camera' }: PhotoFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const photo = usePhoto(kind, slot, value, onChange);
  const noPhoto = useNoPhoto(input, slot);
  const busy = photo.stage === 'preparing' || photo.stage === 'waiting' || photo.stage === 'uploading';
  const choose = () => {
    if (busy) return;
    noPhoto.tapped();
    input.current?.click();
  };
  const [invite, again] = source === 'camera' ? (['photo.take', 'photo.retake'] as const) : (['photo.choose', 'photo.chooseAgain'] as const);
  const percent = Math.round(photo.sent * 100);

  return (
    <FieldFrame id={id} label={label} hint={photo.stage === 'empty' ? hint : undefined} error={error} optional={optional}>
      <button
        type="button"
        data-track={`${track}Take`}
        id={id}
        className={classes(styles.frame, photo.preview && styles.taken, error && styles.wrong)}
        aria-disabled={busy || undefined}
        aria-labelledby={photo.preview ? undefined : namedBy(id)}
        onClick={choose}
      >
        {photo.preview ? (
          <img src={photo.preview} alt="" className={styles.picture} />
        ) : (
          <span className={styles.invite}>
            {photo.stage === 'done' ? <CheckIcon /> : <CameraIcon size={28} />}
            <span id={`${id}-value`}>{t(photo.stage === 'done' ? 'photo.done' : photo.stage === 'preparing' ? 'photo.preparing' : invite)}</span>
          </span>
        )}
        {photo.stage === 'uploading' && (
          <span className={styles.progress}>
            <span className={styles.sent} style={{ width: `${percent}%` }} />
          </span>
        )}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="unseen"
        tabIndex={-1}
        aria-hidden="true"
        {...(source === 'camera' ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (!file) return;
          noPhoto.taken();
          photo.take(file);
        }}
      />
      <PhotoStatus track={track} photo={photo} busy={busy} percent={percent} again={t(again)} noCamera={source === 'camera' && noPhoto.none} onChoose={choose} />
    </FieldFrame>
  );
}

interface PhotoStatusProps {
  track: string;
  photo: ReturnType<typeof usePhoto>;
  busy: boolean;
  /** The uploaded part of the photo, 0 to 100. */
  percent: number;
  /** The label of the button for another photo. */
  again: string;
  /** Whether the camera failed to open. */
  noCamera: boolean;
  onChoose: () => void;
}

/** The state of the photo in words, and the possible actions. */
function PhotoStatus({ track, photo, busy, percent, again, noCamera, onChoose }: PhotoStatusProps) {
  const { t } = useTranslation();
  const nav = useNav();
  const another = (
    <Button track={`${track}Again`} look="quiet" onClick={onChoose}>
      {again}
    </Button>
  );
  const retry = (
    <Button track={`${track}Retry`} look="quiet" onClick={photo.send}>
      {t('action.retry')}
    </Button>
  );
  return (
    <div className={classes(styles.below, (busy || photo.stage === 'done') && styles.steady)} role="status">
      {photo.stage === 'empty' && noCamera && (
        <p className={styles.line}>
          <span>{t('photo.noCamera')}</span>
          <button type="button" data-track="cameraHelp" className={styles.again} onClick={() => nav.to('/m/cameraHelp')}>
            {t('photo.cameraHelp')}
          </button>
        </p>
      )}
      {photo.stage === 'empty' && photo.lost && <Callout tone="attention">{t('photo.lost')}</Callout>}
      {photo.stage === 'waiting' && (
        <p className={styles.line}>
          <span>{t('photo.inTurn')}</span>
        </p>
      )}
      {photo.stage === 'uploading' && (
        <p className={styles.line}>
          {/* Screen readers do not read every percentage. */}
          <span aria-hidden="true">{t('photo.uploading', { percent })}</span>
          <span className="unseen">{t('photo.sending')}</span>
        </p>
      )}
      {photo.stage === 'done' && photo.preview && (
        <p className={classes(styles.line, styles.good)}>
          <CheckIcon size={16} />
          <span>{t('photo.done')}</span>
          <button type="button" data-track={`${track}Again`} className={styles.again} onClick={onChoose}>
            {again}
          </button>
        </p>
      )}
      {(photo.stage === 'unreadable' || photo.misread) && <Callout tone="danger">{t('photo.unreadable')}</Callout>}
      {photo.stage === 'refused' && (
        <div className="stack stack-8">
          <Callout tone="danger">{photo.refusal || t('photo.notTaken')}</Callout>
          {photo.mayPass && retry}
          {another}
        </div>
      )}
      {photo.stage === 'failed' && (
        <div className="stack stack-8">
          <Callout tone="danger">{photo.refusal || t('photo.failed')}</Callout>
          {retry}
        </div>
      )}
      {photo.stage === 'blurred' && (
        <div className="stack stack-8">
          <Callout tone="attention">{t('photo.blurred')}</Callout>
          {another}
          <Button track={`${track}UseAnyway`} look="text" onClick={photo.send}>
            {t('photo.useAnyway')}
          </Button>
        </div>
      )}
    </div>
  );
}

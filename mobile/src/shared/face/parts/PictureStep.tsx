import { useRef } from 'react';
import type { Stage } from '../stage';
import styles from './Live.module.css';
import { StepDrawing } from './StepDrawing';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { CameraIcon } from '@/ui/icons';

interface PictureStepProps {
  stage: Extract<Stage, { at: 'picture' }>;
  onPicture: (picture: Blob) => void;
}

/** A step with single pictures from the phone's camera app, one pose after the other. */
export function PictureStep({ stage, onPicture }: PictureStepProps) {
  const { t } = useTranslation('face');
  const input = useRef<HTMLInputElement>(null);
  const { step, pose, number, count, guidance } = stage;
  return (
    <div className="stack">
      <div className={styles.say}>
        <StepDrawing step={pose === 'straight' ? null : step.kind} />
        <p className={styles.words} role="status" aria-live="polite">
          {t(`picture.${pose}`, { what: t(`say.step_${step.kind}`) })}
        </p>
        <p className={styles.hint}>{t('progress', { number: step.number, count: step.count })}</p>
      </div>
      {guidance !== 'ok' && <Callout tone="attention" live>{t(`say.${guidance}`)}</Callout>}
      <Button track="takePicture" icon={<CameraIcon size={20} />} onClick={() => input.current?.click()}>
        {t('picture.take', { number, count })}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="user"
        className="unseen"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onPicture(file);
        }}
      />
      <p className="text-14 quiet">{t('picture.why')}</p>
    </div>
  );
}

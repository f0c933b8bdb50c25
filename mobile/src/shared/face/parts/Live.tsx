import type { ReactNode, RefObject } from 'react';
import type { Stage } from '../stage';
import styles from './Live.module.css';
import { RoundWindow } from './RoundWindow';
import { StepDrawing } from './StepDrawing';
import { useTranslation } from '@/i18n';

/** The stages that show the live picture. */
export type LiveStage = Extract<Stage, { at: 'opening' | 'aligning' | 'acting' | 'sending' | 'judging' | 'passed' }>;

/**
 * The running check: one instruction at a time, read by screen readers and drawn, with the live picture below it, near
 * the camera.
 */
export function Live({ stage, video }: { stage: LiveStage; video: RefObject<HTMLVideoElement> }) {
  const { t } = useTranslation('face');
  const step = 'step' in stage ? stage.step : null;
  const acting = stage.at === 'acting' && stage.half === 'there';
  const { words, hint } = useWords(stage);
  return (
    <div className={styles.live}>
      <div className={styles.say}>
        <StepDrawing step={step?.kind ?? null} still={!acting} />
        {/* A single live region, so that screen readers announce each change in turn. */}
        <p className={styles.words} role="status" aria-live="polite">
          {words}
        </p>
        <p className={styles.hint}>{hint}</p>
      </div>
      <RoundWindow
        video={video}
        done={step ? (step.number - (stage.at === 'sending' ? 0.3 : 1)) / step.count : stage.at === 'opening' ? 0 : 1}
        good={stage.at === 'passed' || (stage.at === 'aligning' && stage.guidance === 'ok')}
        dark={stage.at === 'opening'}
      />
      <p className={styles.progress}>{step && t('progress', { number: step.number, count: step.count })}</p>
      <p className={styles.upright}>{t('upright')}</p>
    </div>
  );
}

function useWords(stage: LiveStage): { words: string; hint: ReactNode } {
  const { t } = useTranslation('face');
  switch (stage.at) {
    case 'aligning':
      // If only the instruction were repeated, the borrower would follow it immediately, before it is filmed.
      if (stage.guidance === `step_${stage.step.kind}`) return { words: t('say.step_look_straight'), hint: t('notYet', { what: t(`say.${stage.guidance}`) }) };
      return { words: stage.guidance === 'ok' ? t('say.step_look_straight') : t(`say.${stage.guidance}`), hint: '' };
    case 'acting':
      return stage.half === 'back'
        ? { words: t('say.step_look_straight'), hint: '' }
        : { words: t(`say.step_${stage.step.kind}`), hint: stage.more ? t('more') : t(`hint.${stage.step.kind}`) };
    default:
      return { words: t(stage.at), hint: '' };
  }
}

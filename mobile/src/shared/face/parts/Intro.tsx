import type { FaceScene } from '@loanmarket/shared-types/api';
import { StepDrawing } from './StepDrawing';
import styles from './Live.module.css';
import { useTranslation } from '@/i18n';
import { Steps } from '@/ui/Steps';

/** Shown before the camera opens: what will happen, and how to do it well. */
export function Intro({ scene }: { scene: FaceScene }) {
  const { t } = useTranslation('face');
  return (
    <div className="stack stack-24">
      <div className={styles.intro}>
        <StepDrawing step="turn_left" />
      </div>
      <div className="stack stack-8">
        <h2 className="title-28">{t(`intro.${scene}Title`)}</h2>
        <p className="quiet">{t(`intro.${scene}Text`)}</p>
      </div>
      <Steps steps={[t('intro.hold'), t('intro.light'), t('intro.free')]} />
    </div>
  );
}

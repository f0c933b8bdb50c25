import type { FaceScene, FaceVerdictData } from '@loanmarket/shared-types/api';
import { useEffect, useState } from 'react';
import { useFaceCheck } from '../hooks/useFaceCheck';
import { mayTryAgain, type Stop } from '../stage';
import { StoppedView } from './StoppedView';
import { Intro } from './Intro';
import { Live } from './Live';
import { PictureStep } from './PictureStep';
import { useLanguage, useTranslation } from '@/i18n';
import { formatWait } from '@/lib/format/wait';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { useCountdown } from '@/ui/useCountdown';

interface FaceCheckPageProps {
  scene: FaceScene;
  /** The number that logs in by face. */
  phone?: string;
  /** The check passed, or an operator reviews it. */
  onPassed: (verdict: FaceVerdictData) => void;
  /** Continues without the face check; offered in every state of the screen. `why` is the latest reason for a stop. */
  onSms: (why: Stop | null) => void;
  /** The label of that option. */
  smsLabel: string;
}

/** The face check screen, shared by all three scenes. */
export function FaceCheckPage({ scene, phone, onPassed, onSms, smsLabel }: FaceCheckPageProps) {
  const { t } = useTranslation('face');
  const language = useLanguage();
  const nav = useNav();
  const [why, setWhy] = useState<Stop | null>(null);
  const { stage, video, start, take } = useFaceCheck({ scene, phone, onPassed, onStopped: setWhy });
  const { left, start: count } = useCountdown();
  const wait = stage.at === 'stopped' ? stage.retryAfter : 0;
  useEffect(() => count(wait), [count, wait]);

  const sms = (look: 'primary' | 'text') => (
    <Button track="withoutFace" look={look} onClick={() => onSms(why)}>
      {smsLabel}
    </Button>
  );
  if (stage.at === 'intro') {
    return (
      <Page title={t('title')} action={<>
        <Button track="startFace" onClick={start}>{t('intro.start')}</Button>
        {sms('text')}
      </>}>
        <Intro scene={scene} />
      </Page>
    );
  }
  if (stage.at === 'stopped') {
    const again = mayTryAgain(stage.why);
    return (
      <Page title={t('title')} action={<>
        {again && (
          <Button track="retryFace" disabled={left > 0} onClick={start}>
            {left > 0 ? t('againIn', { wait: formatWait(left, language) }) : t('again')}
          </Button>
        )}
        {stage.why === '001' && (
          <Button track="cameraHelp" look="quiet" onClick={() => nav.to('/m/cameraHelp')}>
            {t('cameraHelp')}
          </Button>
        )}
        {sms(again ? 'text' : 'primary')}
      </>}>
        <StoppedView stage={stage} />
      </Page>
    );
  }
  return (
    <Page title={t('title')} action={stage.at !== 'passed' && stage.at !== 'judging' && sms('text')}>
      {stage.at === 'picture' ? <PictureStep stage={stage} onPicture={take} /> : <Live stage={stage} video={video} />}
    </Page>
  );
}

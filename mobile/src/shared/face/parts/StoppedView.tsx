import type { Stage } from '../stage';
import { useTranslation } from '@/i18n';
import { CameraPicture, OfflinePicture, PausedPicture, RejectedPicture, UnpluggedPicture, WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

type StoppedStage = Extract<Stage, { at: 'stopped' }>;

/** The results of the specification, whose prescribed message is shown first. */
const RESULTS = ['000', '001', '002', '003'] as const;
type Result = (typeof RESULTS)[number];
const isResult = (why: string): why is Result => (RESULTS as readonly string[]).includes(why);

/** Why the check stopped, what that means, and the server's message. */
export function StoppedView({ stage }: { stage: StoppedStage }) {
  const { t } = useTranslation('face');
  const { why, words } = stage;
  return (
    <div role="alert">
      <StateView
        picture={pictureOf(why)}
        title={t(`stop.${why}`)}
        text={
          <div className="stack stack-8">
            {isResult(why) ? <p>{t(`say.${why}`)}</p> : why === 'refused' && words !== '' && <p>{words}</p>}
            <p>{t(`means.${why}`)}</p>
          </div>
        }
      />
    </div>
  );
}

function pictureOf(why: StoppedStage['why']) {
  switch (why) {
    case '001':
    case '002':
    case 'camera_busy':
    case 'camera_lost':
      return <CameraPicture />;
    case '003':
    case 'wait':
      return <WaitingPicture />;
    case '000':
      return <UnpluggedPicture />;
    case 'lost':
      return <OfflinePicture />;
    case 'not_passed':
    case 'use_sms':
      return <RejectedPicture />;
    default:
      return <PausedPicture />;
  }
}

import { useIonViewWillLeave } from '@ionic/react';
import { useEffect, useRef, useState } from 'react';
import { closeCamera, openCamera, placeOf, type CameraRefusal } from '@/bridge/camera';
import styles from './CameraHelpPage.module.css';
import { appInfo } from '@/bridge/appInfo';
import { isNativeApp } from '@/bridge/host';
import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Page } from '@/ui/Page';
import { CameraPicture } from '@/ui/pictures/scenes';
import { Section } from '@/ui/Section';
import { Steps } from '@/ui/Steps';

/** /m/cameraHelp: what the camera is needed for, how to allow it on this phone, and a test of the camera. */
export default function CameraHelpPage() {
  const { t } = useTranslation('shell');
  const { prodName } = useConfig();
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [refusal, setRefusal] = useState<CameraRefusal | null>(null);
  const [opening, setOpening] = useState(false);
  const place = placeOf(navigator.userAgent, isNativeApp());
  const app = appInfo()?.appName || prodName;
  // The number of the current attempt. An attempt that was left or hidden releases a camera that opens later.
  const turn = useRef(0);
  useEffect(() => () => (stream ? closeCamera(stream) : undefined), [stream]);

  const stop = () => {
    turn.current += 1;
    setOpening(false);
    setStream(null);
  };
  useIonViewWillLeave(stop);
  useEffect(() => {
    const hidden = () => document.hidden && stop();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      turn.current += 1;
    };
  }, []);

  const open = async () => {
    const mine = (turn.current += 1);
    setOpening(true);
    const camera = await openCamera('user');
    if (mine !== turn.current) {
      if ('stream' in camera) closeCamera(camera.stream);
      return;
    }
    setOpening(false);
    setStream('stream' in camera ? camera.stream : null);
    setRefusal('refusal' in camera ? camera.refusal : null);
  };
  const action = stream ? (
    <Button track="stopCamera" look="quiet" onClick={stop}>
      {t('camera.stop')}
    </Button>
  ) : (
    <Button track="openCamera" busy={opening} onClick={() => void open()}>
      {t(refusal === null ? 'camera.open' : 'camera.again')}
    </Button>
  );
  return (
    <Page action={action}>
      <div className="stack stack-24">
        {stream ? <Preview stream={stream} label={t('camera.preview')} /> : <div className={styles.picture}><CameraPicture /></div>}
        {stream && <Callout tone="positive" live>{t('camera.works')}</Callout>}
        {refusal && <Callout tone="attention" live>{t(`camera.${refusal}`)}</Callout>}
        <p>{t('camera.what')}</p>
        <Section title={t('camera.how')}>
          <Steps steps={[t(`camera.${place}1`, { app }), t(`camera.${place}2`, { app }), t(`camera.${place}3`, { app })]} />
        </Section>
      </div>
    </Page>
  );
}

/** The live picture. Without `playsinline`, iOS would open its player. */
function Preview({ stream, label }: { stream: MediaStream; label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} className={styles.video} aria-label={label} autoPlay muted playsInline />;
}

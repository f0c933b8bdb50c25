import { useEffect, useState } from 'react';
import { ImageCodeForm } from './ImageCodeForm';
import { useTranslation } from '@/i18n';
import type { CodeStage } from '@/lib/login/codeStage';
import { Sheet, useLast } from '@/ui/overlay/Sheet';

interface ImageCodeSheetProps {
  stage: CodeStage;
  phone: string;
  /** A code is on its way. */
  sending?: boolean;
  onCode: (code: string) => void;
  onClose: () => void;
}

/** How long the confirm button is disabled after a tap (spec 4). */
const DISABLED_MS = 1000;

/** The popup with the picture code that the server requires before it sends an SMS. It is reset each time it opens. */
export function ImageCodeSheet({ stage, phone, sending = false, onCode, onClose }: ImageCodeSheetProps) {
  const { t } = useTranslation('login');
  const shown = useLast(stage.at === 'image' ? stage : null);
  const [resting, setResting] = useState(false);

  useEffect(() => {
    if (!resting) return undefined;
    const timer = setTimeout(() => setResting(false), DISABLED_MS);
    return () => clearTimeout(timer);
  }, [resting]);

  return (
    <Sheet track="imageCode" open={stage.at === 'image'} onClose={onClose} title={t('image.title')}>
      <ImageCodeForm
        key={shown?.round}
        phone={phone}
        words={shown?.words ?? ''}
        disabled={resting}
        busy={sending}
        onCode={(code) => {
          setResting(true);
          onCode(code);
        }}
      />
    </Sheet>
  );
}

import { useEffect, useState } from 'react';
import { MAX_IMAGES } from '../letter';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { PhotoField } from '@/ui/photo/PhotoField';

interface Slot {
  key: number;
  /** null while the image is on its way, or there is none yet. */
  fileId: string | null;
  /** An image was chosen and is not there yet. */
  pending: boolean;
}

interface ScreenshotsProps {
  fileIds: readonly string[];
  onChange: (fileIds: string[]) => void;
  onPending: (pending: boolean) => void;
}

/** Up to three images, one after the other. */
export function Screenshots({ fileIds, onChange, onPending }: ScreenshotsProps) {
  const { t } = useTranslation('support');
  const [slots, setSlots] = useState<Slot[]>(() => withRoom(fileIds.map((fileId, key) => ({ key, fileId, pending: false }))));

  useEffect(() => onPending(slots.some(({ pending }) => pending)), [slots, onPending]);

  const keep = (next: Slot[]) => {
    setSlots(withRoom(next));
    onChange(next.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])));
  };

  return (
    <div className="stack">
      {slots.map((slot, index) => (
        <div key={slot.key} className="stack stack-8">
          <PhotoField
            label={t('letter.image', { index: index + 1, max: MAX_IMAGES })}
            hint={index === 0 ? t('letter.imageHint') : undefined}
            kind="complaint"
            source="any"
            value={slot.fileId}
            onChange={(fileId) => keep(slots.map((other) => (other.key === slot.key ? { ...other, fileId, pending: fileId === null } : other)))}
          />
          {(slot.fileId !== null || slot.pending) && (
            <Button look="text" onClick={() => keep(slots.filter((other) => other.key !== slot.key))}>
              {t('letter.removeImage')}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}

/** One free slot behind those in use, as long as there is room. */
function withRoom(slots: Slot[]): Slot[] {
  const used = slots.filter(({ fileId, pending }) => fileId !== null || pending);
  if (used.length >= MAX_IMAGES) return used;
  const free = slots.find(({ fileId, pending }) => fileId === null && !pending);
  const key = Math.max(-1, ...slots.map((slot) => slot.key)) + 1;
  return [...used, free ?? { key, fileId: null, pending: false }];
}

import { Button } from '../Button';
import { PhotoField } from './PhotoField';
import { usePictures } from './usePictures';
import { useTranslation } from '@/i18n';
import type { FileKind } from '@/lib/api';

interface PictureListProps {
  /** The prefix of the slots of pending pictures; unique per form. */
  owner: string;
  kind: FileKind;
  most: number;
  /** The pictures that were on the server when the form was opened. */
  fileIds: readonly string[];
  onChange: (fileIds: string[]) => void;
  /** Whether the form requires the first picture. */
  required?: boolean;
  /** Shown at the first picture. */
  hint: string;
  /** Shown at the first picture. */
  error?: string | undefined;
}

/** A list of pictures, taken one after the other or several at once. Each can be removed again. */
export function PictureList({ owner, kind, most, fileIds, onChange, required = false, hint, error }: PictureListProps) {
  const { t } = useTranslation();
  const { shown, put, remove, isUsed } = usePictures(owner, kind, fileIds, most, onChange);
  return (
    <div className="stack">
      {shown.map(({ slot, fileId }, index) => (
        <div key={slot} className="stack stack-8">
          <PhotoField
            track={kind}
            label={t('photo.numbered', { index: index + 1, max: most })}
            optional={!required || index > 0}
            hint={index === 0 ? hint : undefined}
            error={index === 0 ? error : undefined}
            kind={kind}
            source="any"
            slot={slot}
            value={fileId}
            onChange={(next) => put(slot, next)}
          />
          {isUsed(slot) && (
            <Button track={`${kind}Remove`} look="text" onClick={() => remove(slot)}>
              {t('photo.remove')}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}

import { Button } from '../Button';
import { PhotoField } from './PhotoField';
import { usePictures } from './usePictures';
import { useTranslation } from '@/i18n';
import type { FileKind } from '@/lib/api';

interface PictureListProps {
  /** Under which those on their way are kept; no other form has the same. */
  owner: string;
  kind: FileKind;
  most: number;
  /** Of those on the server when the form is opened. */
  fileIds: readonly string[];
  onChange: (fileIds: string[]) => void;
  /** Of the n-th, from 1. */
  label: (index: number) => string;
  /** Beside the first. */
  hint: string;
  /** At the first. */
  error?: string | undefined;
}

/** Some pictures, one after the other or several at once; each can be taken away again. */
export function PictureList({ owner, kind, most, fileIds, onChange, label, hint, error }: PictureListProps) {
  const { t } = useTranslation();
  const { shown, put, remove, isUsed } = usePictures(owner, kind, fileIds, most, onChange);
  return (
    <div className="stack">
      {shown.map(({ slot, fileId }, index) => (
        <div key={slot} className="stack stack-8">
          <PhotoField
            track={kind}
            label={label(index + 1)}
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

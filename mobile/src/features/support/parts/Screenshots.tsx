import { MAX_IMAGES } from '../ticketForm';
import { useTranslation } from '@/i18n';
import { PictureList } from '@/ui/photo/PictureList';

interface ScreenshotsProps {
  /** The name of the draft that the images belong to. */
  draft: string;
  fileIds: readonly string[];
  onChange: (fileIds: string[]) => void;
}

/** Up to three images in addition to the text of a request. */
export function Screenshots({ draft, fileIds, onChange }: ScreenshotsProps) {
  const { t } = useTranslation('support');
  return (
    <PictureList
      owner={draft}
      kind="complaint"
      most={MAX_IMAGES}
      fileIds={fileIds}
      onChange={onChange}
      hint={t('form.imageHint')}
    />
  );
}

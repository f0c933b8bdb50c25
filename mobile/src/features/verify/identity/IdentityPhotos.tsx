import { useController, type Control } from 'react-hook-form';
import type { IdentityValues } from './IdentityForm';
import { useTranslation } from '@/i18n';
import { PhotoField } from '@/ui/photo/PhotoField';
import { Section } from '@/ui/Section';

/** Photos of both sides of the document. */
export function IdentityPhotos({ control }: { control: Control<IdentityValues> }) {
  const { t } = useTranslation('verify');
  const front = useController({ control, name: 'frontFileId', rules: { validate: (id) => id !== null || t('identity.needFront') } });
  const back = useController({ control, name: 'backFileId', rules: { validate: (id) => id !== null || t('identity.needBack') } });
  return (
    <Section title={t('identity.photos')}>
      <p className="text-14 quiet">{t('identity.photoTips')}</p>
      <div className="stack">
        <PhotoField track="identityFront" label={t('identity.front')} kind="identity" slot="identity/front" value={front.field.value} onChange={front.field.onChange} error={front.fieldState.error?.message} />
        <PhotoField track="identityBack" label={t('identity.back')} kind="identity" slot="identity/back" value={back.field.value} onChange={back.field.onChange} error={back.fieldState.error?.message} />
      </div>
    </Section>
  );
}

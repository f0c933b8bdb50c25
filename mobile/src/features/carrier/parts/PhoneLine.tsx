import { useTranslation } from '@/i18n';
import { Field } from '@/ui/form/Field';

/** The number that is proved: their own, masked, and not to be changed here. */
export function PhoneLine({ phone, name }: { phone: string; name: string }) {
  const { t } = useTranslation('carrier');
  return <Field label={t('detail.phone')} value={phone} hint={t('detail.phoneHint', { name })} readOnly kind="phone" autoComplete="off" />;
}

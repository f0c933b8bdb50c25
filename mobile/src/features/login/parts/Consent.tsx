import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { CheckRow } from '@/ui/form/CheckRow';

interface ConsentProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The borrower tried to continue without it. */
  missing: boolean;
}

/** The consent to terms and privacy policy, with links to read both first. */
export function Consent({ checked, onChange, missing }: ConsentProps) {
  const { t } = useTranslation('login');
  const nav = useNav();
  const document = (track: string, path: string, name: string) => (
    <a
      data-track={track}
      href={path}
      onClick={(event) => {
        event.preventDefault();
        nav.to(path);
      }}
    >
      {name}
    </a>
  );
  return (
    <CheckRow checked={checked} onChange={(event) => onChange(event.target.checked)} error={missing ? t('consent.needed') : undefined}>
      {t('consent.read')} {document('openTerms', '/m/terms', t('consent.terms'))} {t('consent.and')} {document('openPrivacy', '/m/privacy', t('consent.privacy'))}
      {t('consent.processing')}
    </CheckRow>
  );
}

import { isPhone } from '@loanmarket/shared-types/validators';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useConfig } from '@/lib/config';
import { Button } from '@/ui/Button';

/** Offers the face login beside the SMS code, if this phone has a key and the server offers it for the number. */
export default function FaceOffer({ phone, onFace }: { phone: string; onFace: () => void }) {
  const { t } = useTranslation('face');
  const { region } = useConfig();
  const { data } = useApiQuery('member/getLoginType', { phoneNum: phone }, { enabled: isPhone(phone, region), gcTime: 0 });
  if (!data?.types.includes('face')) return null;
  return (
    <Button track="logInByFace" look="quiet" onClick={onFace}>
      {t('offer')}
    </Button>
  );
}

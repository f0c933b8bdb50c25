import type { PayIntentData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { webAddress } from '@/lib/config';
import { formatLastDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { shareText } from '@/lib/shareText';
import { toast } from '@/ui/overlay/toasts';

/** The URL of a pay link. The token is in the fragment, which is never sent to a server or logged. */
function payLink(token: string): string {
  return `${webAddress()}/m/repay/normal#${token}`;
}

/** The message for somebody else, in the borrower's language; null until the loan's number is known. */
export function useAskOther({ orderId, amount, currency, expiresAt, payToken }: PayIntentData) {
  const { t } = useTranslation('repay');
  const loan = useApiQuery('repay/options', { orderId });
  // Loads exactly what the link shows, so that the preview is correct.
  const seen = useApiQuery('repay/link', { payToken }, { enabled: payToken !== '' });
  const link = payLink(payToken);
  const no = loan.data?.orderNo;
  const words = no === undefined || payToken === '' ? null : t('ask.words', { amount: formatMoney(amount, currency), no, day: formatLastDay(expiresAt) });
  const share = async () => {
    if (words === null) return;
    const done = await shareText(words, link);
    if (done === 'copied') toast(t('ask.copied'), 'positive');
    if (done === null) toast(t('ask.copyYourself'), 'danger');
  };
  return { words, link, seen: seen.isError ? null : seen.data, proofWaitingSince: loan.data?.proofWaitingSince, share };
}

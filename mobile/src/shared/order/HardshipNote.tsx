import type { OrderCard } from '@loanmarket/shared-types/api';
import { hardshipWords } from './hardshipWords';
import { useTranslation } from '@/i18n';

/** The amount and the date that apply to a borrower in hardship, and that the debt continues. */
export function HardshipNote({ order }: { order: OrderCard }) {
  const { t } = useTranslation('terms');
  const words = hardshipWords(order);
  if (words === null) return null;
  return (
    <div>
      <p>{words}</p>
      <p className="text-14 quiet">{t('hardship.fees')}</p>
    </div>
  );
}

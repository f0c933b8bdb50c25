import type { OrderCard } from '@loanmarket/shared-types/api';
import { hardshipWords } from './hardshipWords';
import { useTranslation } from '@/i18n';

/** The amount and the day that count now for a borrower who cannot pay as agreed, and that what is owed goes on. */
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

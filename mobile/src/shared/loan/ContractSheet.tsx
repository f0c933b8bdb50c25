import type { ContractData } from '@loanmarket/shared-types/api';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { ContractText } from './ContractText';
import { useReadToEnd } from './useReadToEnd';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Sheet } from '@/ui/overlay/Sheet';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

interface ContractSheetProps {
  open: boolean;
  /** The agreement; loaded while the sheet is open. */
  contract: UseQueryResult<ContractData, Error>;
  onClose: () => void;
  onAccept: (contract: ContractData) => void;
  /** What is accepted in addition to the text. */
  beside?: string;
}

/** Shows an agreement. Its button scrolls page by page and accepts only at the end. */
export function ContractSheet({ open, contract, onClose, onAccept, beside }: ContractSheetProps) {
  const { t } = useTranslation('loan');
  const end = useRef<HTMLDivElement>(null);
  const { data } = contract;
  const { read, readOn } = useReadToEnd(end, open ? data?.hash : undefined);
  return (
    <Sheet
      track="contract"
      open={open}
      onClose={onClose}
      title={data?.title ?? t('apply.contract')}
      action={data && (read ? <Button track="acceptContract" onClick={() => onAccept(data)}>{t('apply.accept')}</Button> : <Button track="readOn" look="quiet" onClick={readOn}>{t('apply.readOn')}</Button>)}
    >
      <QueryView query={contract} skeleton={<ReceiptSkeleton lines={9} />}>
        {(loaded) => (
          <div className="stack">
            <ContractText contract={loaded} />
            {beside && <p>{beside}</p>}
          </div>
        )}
      </QueryView>
      <div ref={end} />
    </Sheet>
  );
}

import type { HardshipData } from '@loanmarket/shared-types/api';
import { useState, type ReactNode } from 'react';
import { useHardshipRequest, type HardshipPath } from '../hooks/useHardship';
import { useSupportDraft, type DraftValues } from '../hooks/useSupportDraft';
import { WithDraft } from './WithDraft';
import { ContactSupport } from './ContactSupport';
import { useTranslation } from '@/i18n';
import type { Body } from '@/lib/api';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { focusFirstError } from '@/ui/form/focusError';
import { MoneyInput } from '@/ui/form/MoneyInput';
import { Page } from '@/ui/Page';

/** The common values of all requests. The amount is in minor units, or null while empty. */
type Asked = DraftValues & { amount: number | null };

interface HardshipFormProps<T extends Asked, P extends HardshipPath> {
  path: P;
  data: HardshipData;
  head: ReactNode;
  /** The name of the draft. */
  name: string;
  empty: T;
  amountLabel: string;
  /** The label of the button. */
  act: string;
  /** The errors of fields other than the amount, by field. */
  check: (values: T) => Record<string, string | undefined>;
  /** The request's data in addition to the loan and the amount. */
  body: (values: T) => Omit<Body<P>, 'orderId' | 'amount'>;
  /** The fields above the amount; they are read-only while the request is being sent. */
  children: (values: T, errors: Record<string, string>, change: (part: Partial<T>) => void, busy: boolean) => ReactNode;
}

/** A request of a borrower who cannot pay as agreed: saved while typing, validated and sent. */
export function HardshipForm<T extends Asked, P extends HardshipPath>(props: HardshipFormProps<T, P>) {
  return (
    <WithDraft name={props.name} empty={props.empty} whole>
      {(start) => <Form {...props} start={start} />}
    </WithDraft>
  );
}

function Form<T extends Asked, P extends HardshipPath>({ path, data, head, name, start, amountLabel, act, check, body, children }: HardshipFormProps<T, P> & { start: T }) {
  const { t } = useTranslation('support');
  const { most, currency, orderId } = data;
  const { values, change: keep, sending } = useSupportDraft(name, start);
  const { send, busy, refused, forgive } = useHardshipRequest(path, sending);
  /** Errors are shown after an attempt to send, until the input changes. */
  const [checked, setChecked] = useState(false);
  const amount = values.amount !== null && values.amount > 0 && values.amount <= most ? undefined : t('hardship.amountRange', { max: formatMoney(most, currency) });
  const wrong = Object.fromEntries(Object.entries({ ...check(values), amount }).filter((field): field is [string, string] => field[1] !== undefined));
  const errors = checked ? { ...refused, ...wrong } : refused;
  const change = (part: Partial<T>) => {
    forgive();
    setChecked(false);
    keep(part);
  };
  const submit = () => {
    forgive();
    setChecked(true);
    if (Object.keys(wrong).length > 0) focusFirstError();
    else void send({ ...body(values), orderId, amount: values.amount ?? 0 } as unknown as Body<P>);
  };
  return (
    <Page
      action={
        <Button track="sendRequest" busy={busy} onClick={submit}>
          {act}
        </Button>
      }
    >
      <div className="stack stack-24">
        {head}
        {children(values, errors, change, busy)}
        <MoneyInput label={amountLabel} name="amount" value={values.amount} currency={currency} readOnly={busy} error={errors['amount']} onChange={(amount) => change({ amount } as Partial<T>)} />
        <p className="text-14 quiet">{t('hardship.balance')}</p>
        <ContactSupport />
      </div>
    </Page>
  );
}

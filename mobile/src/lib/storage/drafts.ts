import { useEffect, useState } from 'react';
import { ownerId } from './owner';
import { forget, seal, sealedNames, unseal } from './sealed';

type Values = Record<string, unknown>;

const nameOf = (form: string) => `draft/${ownerId()}/${form}`;

/** Keeps what was typed in a form and is not on the server yet; null forgets it. */
export function keepDraft(form: string, values: Values | null): void {
  if (!ownerId()) return;
  if (values) void seal(nameOf(form), JSON.stringify(values));
  else void forget(nameOf(form));
}

/** What the borrower typed in a form and the server does not have, or null. */
export async function keptDraft(form: string): Promise<Values | null> {
  const kept = ownerId() ? await unseal(nameOf(form)) : null;
  return kept && (JSON.parse(new TextDecoder().decode(kept)) as Values);
}

/** The forms of which something is kept. */
export async function keptForms(): Promise<string[]> {
  const own = nameOf('');
  return ownerId() ? (await sealedNames(own)).map((name) => name.slice(own.length)) : [];
}

/** The same as it was when the form was opened; undefined until that is known. */
export function useKeptDraft(form: string): Values | null | undefined {
  const [kept, setKept] = useState<Values | null>();
  useEffect(() => {
    let gone = false;
    void keptDraft(form).then((values) => gone || setKept(values));
    return () => {
      gone = true;
    };
  }, [form]);
  return kept;
}

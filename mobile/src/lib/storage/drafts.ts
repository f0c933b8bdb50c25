import { useEffect, useState } from 'react';
import { ownerId } from './owner';
import { forget, seal, sealedNames, unseal } from './sealed';

type Values = Record<string, unknown>;

const nameOf = (form: string) => `draft/${ownerId()}/${form}`;

/** Keeps what was typed in a form and is not on the server yet; null forgets it. */
export function saveDraft(form: string, values: Values | null): void {
  if (!ownerId()) return;
  if (values) void seal(nameOf(form), JSON.stringify(values));
  else void forget(nameOf(form));
}

/** What the borrower typed in a form and the server does not have, or null. */
export async function savedDraft(form: string): Promise<Values | null> {
  const kept = ownerId() ? await unseal(nameOf(form)) : null;
  return kept && (JSON.parse(new TextDecoder().decode(kept)) as Values);
}

/** The forms of which something is kept. */
export async function savedForms(): Promise<string[]> {
  const own = nameOf('');
  return ownerId() ? (await sealedNames(own)).map((name) => name.slice(own.length)) : [];
}

/** The same as it was when the form was opened; undefined until that is known. */
export function useSavedDraft(form: string): Values | null | undefined {
  const [kept, setKept] = useState<Values | null>();
  useEffect(() => {
    let gone = false;
    void savedDraft(form).then((values) => gone || setKept(values));
    return () => {
      gone = true;
    };
  }, [form]);
  return kept;
}

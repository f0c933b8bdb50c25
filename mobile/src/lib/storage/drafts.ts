import { useEffect, useState } from 'react';
import { ownerId } from './owner';
import { forget, seal, sealedNames, unseal } from './sealed';

type Values = Record<string, unknown>;

const nameOf = (form: string) => `draft/${ownerId()}/${form}`;

/** Stores form input that is not on the server yet; null deletes it. */
export async function saveDraft(form: string, values: Values | null): Promise<void> {
  if (!ownerId()) return;
  if (values) await seal(nameOf(form), JSON.stringify(values));
  else await forget(nameOf(form));
}

/** The form input that the server does not have; null if there is none. */
export async function savedDraft(form: string): Promise<Values | null> {
  const kept = ownerId() ? await unseal(nameOf(form)) : null;
  return kept && (JSON.parse(new TextDecoder().decode(kept)) as Values);
}

/** The forms with stored input. */
export async function savedForms(): Promise<string[]> {
  const own = nameOf('');
  return ownerId() ? (await sealedNames(own)).map((name) => name.slice(own.length)) : [];
}

/** Like savedDraft, read once when the form is opened, as soon as it is `due`; undefined until it is known. */
export function useSavedDraft(form: string, due: boolean): Values | null | undefined {
  const [kept, setKept] = useState<Values | null>();
  useEffect(() => {
    if (!due) return undefined;
    let gone = false;
    void savedDraft(form).then((values) => gone || setKept(values));
    return () => {
      gone = true;
    };
  }, [form, due]);
  return kept;
}

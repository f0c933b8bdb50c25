import { onAgreementNeeded } from '@/lib/api/agreement';
import { createList } from '@/ui/overlay/store';

interface AgreementItem {
  id: number;
  answer: (agreed: boolean) => void;
}

/** What a form saves by itself while they type. */
const BY_ITSELF = 'auth/saveDraft';

export const agreementList = createList<AgreementItem>();

let open: Promise<boolean> | null = null;
let refused = false;

/** Asks for the consents that the server misses: once for all calls that wait, and for a form's own savings once only. */
function ask(path: string): Promise<boolean> {
  if (refused && path === BY_ITSELF) return Promise.resolve(false);
  open ??= new Promise<boolean>((resolve) => {
    const id = agreementList.add({
      answer: (agreed) => {
        agreementList.remove(id);
        open = null;
        refused = !agreed;
        resolve(agreed);
      },
    });
  });
  return open;
}

/** Lets every call ask when it has to. */
export function askForAgreement(): void {
  onAgreementNeeded(ask);
}

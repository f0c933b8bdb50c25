import { onAgreementNeeded } from '@/lib/api/agreement';
import { onSessionChange } from '@/lib/session';
import { createList } from '@/ui/overlay/store';

interface AgreementItem {
  id: number;
  answer: (agreed: boolean) => void;
}

/** The call with which a form saves itself while the borrower types. */
const BY_ITSELF = 'auth/saveDraft';

export const agreementList = createList<AgreementItem>();

let open: Promise<boolean> | null = null;
let refused = false;

/** Asks for the missing consents: once for all waiting calls. After a refusal, automatic saves do not ask again. */
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

/** Lets every call ask for consent when needed. */
export function askForAgreement(): void {
  onAgreementNeeded(ask);
  // The next user of the phone was asked nothing and has refused nothing.
  onSessionChange(() => {
    agreementList.current().forEach(({ answer }) => answer(false));
    refused = false;
  });
}

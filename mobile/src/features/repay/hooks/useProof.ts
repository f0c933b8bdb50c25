import { useRef, useState } from 'react';
import { useApiMutation } from '@/lib/api';
import { setUnsaved, useUnsaved } from '@/lib/unsaved';

type Proof = {
  /** Pictures that are on the server. */
  fileIds: string[];
  note: string;
};

const empty: Proof = { fileIds: [], note: '' };

/** Under what the pictures and the note of a loan's next proof are kept on this phone. */
export const proofOwner = (orderId: string) => `proof:${orderId}`;

/**
 * The next proof of a loan: kept sealed on this phone until it is sent; null while it is not known what was kept. `round`
 * tells one proof from the next.
 */
export function useProof(orderId: string, onSent: () => void) {
  const owner = proofOwner(orderId);
  const kept = useUnsaved(owner);
  const [typed, setTyped] = useState<Proof | null>(null);
  const [round, setRound] = useState(0);
  const proof = typed ?? (kept === undefined ? null : { ...empty, ...kept });
  // What goes on for long, as a picture on its way, changes the proof as it is by then.
  const latest = useRef(empty);
  latest.current = proof ?? empty;
  const change = (part: Partial<Proof>) => {
    latest.current = { ...latest.current, ...part };
    setTyped(latest.current);
    setUnsaved(owner, latest.current);
  };
  const { mutate, isPending } = useApiMutation('repay/proof', {
    onSuccess: (_, sent) => {
      // What was typed or taken while it was on its way belongs to the next one.
      const { fileIds, note } = latest.current;
      change({ fileIds: fileIds.filter((id) => !sent.fileIds.includes(id)), note: note.trim() === sent.note ? '' : note });
      if (latest.current.note === '' && latest.current.fileIds.length === 0) setUnsaved(owner, null);
      setRound((before) => before + 1);
      onSent();
    },
  });
  const send = () => mutate({ orderId, fileIds: [...latest.current.fileIds], note: latest.current.note.trim() });
  return { proof, round, change, send, sending: isPending };
}

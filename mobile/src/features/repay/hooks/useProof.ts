import { useRef, useState } from 'react';
import { useApiMutation } from '@/lib/api';
import { setUnsaved, submitting, useUnsaved } from '@/lib/unsaved';
import { dropRefusedPhotos } from '@/ui/photo/queue';

type Proof = {
  /** The file ids of pictures on the server. */
  fileIds: string[];
  note: string;
};

const empty: Proof = { fileIds: [], note: '' };

/** The name under which the pictures and the note of a loan's next proof are stored on this phone. */
export const proofOwner = (orderId: string) => `proof:${orderId}`;

/**
 * The next proof of a loan, stored encrypted on this phone until it is sent; null while the stored data is loading.
 * `round` identifies the proof.
 */
export function useProof(orderId: string, onSent: () => void) {
  const owner = proofOwner(orderId);
  const kept = useUnsaved(owner);
  const [typed, setTyped] = useState<Proof | null>(null);
  const [round, setRound] = useState(0);
  const proof = typed ?? (kept === undefined ? null : { ...empty, ...kept });
  // A slow operation, such as an upload, changes the proof as it is when the operation ends.
  const latest = useRef(empty);
  latest.current = proof ?? empty;
  const change = (part: Partial<Proof>) => {
    latest.current = { ...latest.current, ...part };
    setTyped(latest.current);
    setUnsaved(owner, latest.current);
  };
  const { mutateAsync, isPending } = useApiMutation('repay/proof', {
    onSuccess: (_, sent) => {
      // Input from during the call belongs to the next proof.
      const { fileIds, note } = latest.current;
      change({ fileIds: fileIds.filter((id) => !sent.fileIds.includes(id)), note: note.trim() === sent.note ? '' : note });
      if (latest.current.note === '' && latest.current.fileIds.length === 0) setUnsaved(owner, null);
      dropRefusedPhotos(owner);
      setRound((before) => before + 1);
      onSent();
    },
  });
  const send = () => {
    const { fileIds, note } = latest.current;
    // A failure has shown its toast.
    void submitting(owner, () => mutateAsync({ orderId, fileIds: [...fileIds], note: note.trim() })).catch(() => undefined);
  };
  return { proof, round, change, send, sending: isPending };
}

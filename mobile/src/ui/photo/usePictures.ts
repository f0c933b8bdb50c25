import { useEffect, useRef, useState } from 'react';
import { dropPhoto, resumePhotos, useSlots } from './queue';
import type { FileKind } from '@/lib/api';
import { randomId } from '@/lib/api/attempt';

interface Picture {
  /**
   * The picture's slot. Slots sort by age. The slot of a picture on the server contains its file id, so that a photo
   * stored for another picture does not replace it.
   */
  slot: string;
  /** The file id on the server; null while the picture is pending or missing. */
  fileId: string | null;
}

interface Pictures {
  /** The existing pictures, and an empty slot while there is room. */
  shown: readonly Picture[];
  put: (slot: string, fileId: string | null) => void;
  remove: (slot: string) => void;
  isUsed: (slot: string) => boolean;
}

/**
 * Several pictures of one form; the next slot appears when a picture is chosen. An uploaded picture is added to the
 * form's current list, because several may be pending at once. `owner` identifies the form; pending photos stay stored
 * under it when the page is left.
 */
export function usePictures(owner: string, kind: FileKind, fileIds: readonly string[], most: number, onChange: (fileIds: string[]) => void): Pictures {
  const [arrived, setArrived] = useState<readonly Picture[]>(() => fileIds.map((fileId, index) => ({ slot: `${owner}/0${index}-${fileId}`, fileId })));
  const [free, setFree] = useState(() => freshSlot(owner));
  const latest = useRef(arrived);
  const taken = useSlots(owner);

  useEffect(() => void resumePhotos(owner, kind, idsOf(latest.current)), [owner, kind]);

  const has = arrived.map(({ slot }) => slot);
  const used = [...arrived, ...taken.filter((slot) => !has.includes(slot)).map((slot) => ({ slot, fileId: null }))].sort((a, b) => (a.slot < b.slot ? -1 : 1));
  const isTaken = used.some(({ slot }) => slot === free);
  useEffect(() => {
    if (isTaken) setFree(freshSlot(owner));
  }, [isTaken, owner]);

  const keep = (next: readonly Picture[]) => {
    latest.current = next;
    setArrived(next);
    onChange(idsOf(next));
  };
  const others = (slot: string) => latest.current.filter((one) => one.slot !== slot);
  return {
    shown: used.length < most && !isTaken ? [...used, { slot: free, fileId: null }] : used,
    put: (slot, fileId) => keep(fileId === null ? others(slot) : [...others(slot), { slot, fileId }]),
    remove: (slot) => {
      dropPhoto(slot);
      keep(others(slot));
    },
    isUsed: (slot) => used.some((one) => one.slot === slot),
  };
}

/** A unique slot that sorts after all earlier ones. */
const freshSlot = (owner: string) => `${owner}/${Date.now()}-${randomId()}`;

const idsOf = (pictures: readonly Picture[]) => pictures.flatMap(({ fileId }) => fileId ?? []);

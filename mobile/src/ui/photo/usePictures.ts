import { useEffect, useRef, useState } from 'react';
import { dropPhoto, resumePhotos, useSlots } from './queue';
import type { FileKind } from '@/lib/api';
import { randomId } from '@/lib/api/attempt';

interface Picture {
  /** Where it is taken, or was; slots sort by age. That of one on the server names it: what is kept for another is not put in its place. */
  slot: string;
  /** On the server; null while it is on its way, or there is none. */
  fileId: string | null;
}

interface Pictures {
  /** Those there are, and a free one while there is room. */
  shown: readonly Picture[];
  put: (slot: string, fileId: string | null) => void;
  remove: (slot: string) => void;
  isUsed: (slot: string) => boolean;
}

/**
 * Several pictures of one form, the next asked for when one is chosen. What arrives is laid beside what the form has by
 * then: two may be on their way at once. `owner` tells forms apart; photos on their way outlive the page under its name.
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

/** Behind every one before it; no two are ever the same. */
const freshSlot = (owner: string) => `${owner}/${Date.now()}-${randomId()}`;

const idsOf = (pictures: readonly Picture[]) => pictures.flatMap(({ fileId }) => fileId ?? []);

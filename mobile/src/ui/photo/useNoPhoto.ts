import { useEffect, useRef, useState, type RefObject } from 'react';
import { awaitPhoto, endAwaiting } from '@/lib/storage/awaitedPhoto';

/**
 * Whether a tap produced no photo: the camera is blocked, or the borrower came back without one. Newer phones fire a
 * cancel event; on others the second tap is the sign.
 */
export function useNoPhoto(input: RefObject<HTMLInputElement>, slot: string): { none: boolean; tapped: () => void; taken: () => void } {
  const [none, setNone] = useState(false);
  const asked = useRef(false);
  useEffect(() => {
    const field = input.current;
    const cancelled = () => {
      endAwaiting();
      setNone(true);
    };
    field?.addEventListener('cancel', cancelled);
    return () => field?.removeEventListener('cancel', cancelled);
  }, [input]);
  return {
    none,
    tapped: () => {
      if (asked.current) setNone(true);
      asked.current = true;
      awaitPhoto(slot);
    },
    taken: () => {
      asked.current = false;
      endAwaiting();
      setNone(false);
    },
  };
}

import { useRef, useState } from 'react';
import { toast } from './overlay/toasts';
import { text } from '@/i18n';
import { ApiError, fetchFile } from '@/lib/api';
import { showFile } from '@/lib/showFile';

/** Saves or shares something, and shows a toast if that fails. */
export async function saveOrShare(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast(error instanceof ApiError ? error.message : text('common:failure.saveOrShare'), 'danger');
  }
}

/** Opens a document of the borrower: downloads it with the session header, then shows, shares or saves it. */
export function useDocument(): { open: (fileId: string, name: string, kind?: string) => Promise<void>; busy: boolean } {
  const opening = useRef(new Set<string>());
  const [count, setCount] = useState(0);
  const open = async (fileId: string, name: string, kind = 'pdf') => {
    const { current: files } = opening;
    // A second tap would save the file twice.
    if (files.has(fileId)) return;
    setCount(files.add(fileId).size);
    await saveOrShare(async () => showFile(await fetchFile(fileId), `${name}.${kind}`));
    files.delete(fileId);
    setCount(files.size);
  };
  return { open, busy: count > 0 };
}

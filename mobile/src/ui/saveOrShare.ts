import { useState } from 'react';
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
  const [busy, setBusy] = useState(false);
  const open = async (fileId: string, name: string, kind = 'pdf') => {
    setBusy(true);
    await saveOrShare(async () => showFile(await fetchFile(fileId), `${name}.${kind}`));
    setBusy(false);
  };
  return { open, busy };
}

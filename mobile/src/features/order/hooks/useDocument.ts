import { useState } from 'react';
import { showFile } from '@/lib/showFile';
import { ApiError, fetchFile } from '@/lib/api';
import { toast } from '@/ui/overlay/toasts';

/** Opens a document of the borrower: fetched with the session's header, then shown, shared or saved. */
export function useDocument(): { open: (fileId: string, name: string, kind?: string) => Promise<void>; busy: boolean } {
  const [busy, setBusy] = useState(false);
  const open = async (fileId: string, name: string, kind = 'pdf') => {
    setBusy(true);
    try {
      await showFile(await fetchFile(fileId), `${name}.${kind}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message, 'danger');
    } finally {
      setBusy(false);
    }
  };
  return { open, busy };
}

import { useState } from 'react';
import { handOver } from './handOver';
import { showFile } from '@/lib/showFile';
import { fetchFile } from '@/lib/api';

/** Opens a document of the borrower: fetched with the session's header, then shown, shared or saved. */
export function useDocument(): { open: (fileId: string, name: string, kind?: string) => Promise<void>; busy: boolean } {
  const [busy, setBusy] = useState(false);
  const open = async (fileId: string, name: string, kind = 'pdf') => {
    setBusy(true);
    await handOver(async () => showFile(await fetchFile(fileId), `${name}.${kind}`));
    setBusy(false);
  };
  return { open, busy };
}

import { useApiMutation } from '@/lib/api';
import { useDocument } from '@/ui/handOver';

/** Asks for the settlement certificate in the language in use, and opens it. */
export function useCertificate(orderId: string): { open: () => Promise<void>; busy: boolean } {
  const certificate = useApiMutation('repay/certificate');
  const file = useDocument();
  const open = async () => {
    const made = await certificate.mutateAsync({ orderId }).catch(() => null);
    if (made) await file.open(made.fileId, 'settlement_certificate');
  };
  return { open, busy: certificate.isPending || file.busy };
}

import { useApiMutation } from '@/lib/api';
import { useDocument } from '@/ui/saveOrShare';

/** Requests the settlement certificate in the current language and opens it. */
export function useCertificate(orderId: string): { open: () => void; busy: boolean } {
  const file = useDocument();
  const certificate = useApiMutation('repay/certificate', { onSuccess: ({ fileId }) => file.open(fileId, 'settlement_certificate') });
  return { open: () => certificate.mutate({ orderId }), busy: certificate.isPending || file.busy };
}

import type { TicketValues } from '../ticketForm';
import { useMessageForm } from './useMessageForm';
import { text } from '@/i18n';
import { api } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { toast } from '@/ui/overlay/toasts';

/** A message or a complaint. After it is sent, the page of its ticket replaces the form. */
export function useTicketForm(kind: 'message' | 'complaint', start: TicketValues) {
  const nav = useNav();
  return useMessageForm(kind, start, async ({ text: words, fileIds, orderId: about }) => {
    const body = { text: words, fileIds };
    const { ticket } =
      kind === 'message'
        ? await api('support/message', body, { toast: false })
        : await api('support/complain', { ...body, ...(about ? { orderId: about } : {}) }, { toast: false });
    toast(text('support:form.sent', { no: ticket.ticketNo }), 'positive');
    nav.replace(`/m/customer/ticket/${ticket.ticketId}`);
  });
}

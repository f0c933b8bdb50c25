import type { TicketValues } from '../ticketForm';
import { useMessageForm } from './useMessageForm';
import { text } from '@/i18n';
import { api, ApiError } from '@/lib/api';
import { invalidate, setAnswer } from '@/lib/queryClient';
import { toast } from '@/ui/overlay/toasts';

const detail = (ticketId: string) => ['support/detail', { ticketId }];

/** The name of a reply's draft. */
export const replyDraft = (ticketId: string) => `reply:${ticketId}`;

/**
 * Sends a reply to one of the borrower's tickets; `done` closes the form. If the ticket was closed meanwhile, it is
 * reloaded.
 */
export function useReply(ticketId: string, start: TicketValues, done: () => void) {
  return useMessageForm(replyDraft(ticketId), start, async ({ text: words, fileIds }) => {
    try {
      const thread = await api('support/reply', { ticketId, text: words, fileIds }, { toast: false });
      await setAnswer(detail(ticketId), thread);
      toast(text('support:ticket.replied'), 'positive');
      done();
    } catch (failure) {
      if (failure instanceof ApiError && failure.conflict) void invalidate('support/detail');
      throw failure;
    }
  });
}

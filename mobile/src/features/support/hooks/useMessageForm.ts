import { useState } from 'react';
import { wrongText, type TicketValues } from '../ticketForm';
import { useSupportDraft } from './useSupportDraft';
import { text } from '@/i18n';
import { useServerWords } from '@/i18n/useServerWords';
import { ApiError } from '@/lib/api';
import { focusFirstError } from '@/ui/form/focusError';
import { toast } from '@/ui/overlay/toasts';
import { dropRefusedPhotos, isWaiting } from '@/ui/photo/queue';

/** Text and images to be sent to support. They are saved while typing under the name of a draft, and sent once. */
export function useMessageForm(draft: string, start: TicketValues, deliver: (values: TicketValues) => Promise<void>) {
  const { values, change: keep, sending } = useSupportDraft<TicketValues>(draft, start);
  const [refused, setRefused] = useServerWords();
  /** Errors are shown after an attempt to send, until the input changes. */
  const [checked, setChecked] = useState(false);
  const wrong = wrongText(values.text);
  const [busy, setBusy] = useState(false);

  const change = (part: Partial<TicketValues>) => {
    setRefused('');
    setChecked(false);
    keep(part);
  };

  const send = async () => {
    setRefused('');
    setChecked(true);
    if (wrong) return focusFirstError();
    if (isWaiting(draft)) {
      toast(text('common:photo.waiting'), 'danger');
      return;
    }
    setBusy(true);
    try {
      await sending((typed) => deliver({ ...typed, text: typed.text.trim() }));
      dropRefusedPhotos(draft);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      const words = failure.details.fields?.['text'];
      if (words) {
        setRefused(words, failure.details.fieldReasons?.['text']);
        focusFirstError();
      }
      toast(words ?? Object.values(failure.details.fields ?? {})[0] ?? failure.message, 'danger');
    } finally {
      setBusy(false);
    }
  };

  return { values, change, error: (checked && wrong) || refused || undefined, busy, send };
}

import { toast } from './overlay/toasts';
import { text } from '@/i18n';
import { ApiError } from '@/lib/api';

/** Saves or shares something, and says so where the phone would not. */
export async function handOver(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast(error instanceof ApiError ? error.message : text('common:failure.handOver'), 'danger');
  }
}

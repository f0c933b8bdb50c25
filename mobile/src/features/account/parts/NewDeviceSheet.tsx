import type { ApprovalRequest, InboxNotice } from '@loanmarket/shared-types/api';
import { ApprovalSheet } from './ApprovalSheet';
import { NewDeviceNotice } from './NewDeviceNotice';
import { RefusedSheet } from './RefusedSheet';

interface NewDeviceSheetProps {
  request: ApprovalRequest | null;
  news: InboxNotice | null;
  /** A phone has just been rejected. */
  refused: boolean;
  onRefused: () => void;
  onClose: () => void;
}

/**
 * What a trusted phone shows about new devices, in this order: the result of a rejection, a request for access, a
 * notice about a login.
 */
export default function NewDeviceSheet({ request, news, refused, onRefused, onClose }: NewDeviceSheetProps) {
  if (refused) return <RefusedSheet onClose={onClose} />;
  if (request) return <ApprovalSheet request={request} onRefused={onRefused} onClose={onClose} />;
  return news && <NewDeviceNotice notice={news} onRefused={onRefused} onClose={onClose} />;
}

import type { ApprovalRequest, InboxNotice } from '@loanmarket/shared-types/api';
import { ApprovalSheet } from './ApprovalSheet';
import { NewDeviceNotice } from './NewDeviceNotice';
import { RefusedSheet } from './RefusedSheet';

interface NewDeviceSheetProps {
  request: ApprovalRequest | null;
  news: InboxNotice | null;
  /** A phone was just sent away. */
  refused: boolean;
  onRefused: () => void;
  onClose: () => void;
}

/** What a trusted phone is told of new ones: first what came of a refusal, then who asks, then who has logged in. */
export default function NewDeviceSheet({ request, news, refused, onRefused, onClose }: NewDeviceSheetProps) {
  if (refused) return <RefusedSheet onClose={onClose} />;
  if (request) return <ApprovalSheet request={request} onRefused={onRefused} onClose={onClose} />;
  return news && <NewDeviceNotice notice={news} onRefused={onRefused} onClose={onClose} />;
}

import { LastSeenView } from './parts/LastSeenView';
import { Page } from '@/ui/Page';

/** What stands in place of a page that cannot come. */
export default function LastSeenPage() {
  return (
    <Page>
      <LastSeenView />
    </Page>
  );
}

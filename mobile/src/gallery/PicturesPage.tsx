import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import * as pictures from '@/ui/pictures';
import { EmptyState } from '@/ui/states';

/** All drawings, and an empty state. */
export function PicturesPage() {
  return (
    <Page>
      <EmptyState title="Chưa có khoản vay nào" text="Khi bạn gửi đơn, bạn theo dõi được tại đây." action={<Button track="openProducts" look="quiet">Xem gói vay</Button>} />
      <div className="stack" style={{ gridTemplateColumns: '1fr 1fr' }}>
        {Object.entries(pictures).map(([name, Drawing]) => (
          <div key={name} className="center text-12 quiet">
            <Drawing />
            {name}
          </div>
        ))}
      </div>
    </Page>
  );
}

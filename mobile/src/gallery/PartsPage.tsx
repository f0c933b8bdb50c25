import { useState } from 'react';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Card } from '@/ui/Card';
import { BankIcon, LockIcon } from '@/ui/icons';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { showAlert } from '@/ui/overlay/alerts';
import { Sheet } from '@/ui/overlay/Sheet';
import { toast } from '@/ui/overlay/toasts';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';
import { ListSkeleton } from '@/ui/Skeleton';
import { Progress, StepChecklist } from '@/ui/StepChecklist';
import { Tag } from '@/ui/Tag';
import { Timeline } from '@/ui/Timeline';

/** The components of which pages consist. */
export function PartsPage() {
  const [open, setOpen] = useState(false);
  return (
    <Page end={<LanguageSwitch />}>
      <div className="stack stack-24">
        <Card tone="brand">
          <div className="stack stack-8">
            <div className="row">
              <span className="text-14 quiet">Vay tiêu dùng An Tâm</span>
              <Tag tone="attention">chờ thanh toán</Tag>
            </div>
            <MoneyFigure amount={5464075} currency="VND" size={40} />
            <p>
              Thứ Sáu, 12 tháng 3 <span className="quiet">· còn 5 ngày</span>
            </p>
            <Button track="pay">Trả 5.464.075 ₫</Button>
          </div>
        </Card>
        <Section title="Xác minh">
          <Progress percent={40} label="2 trên 5 phần đã xong" />
          <StepChecklist
            steps={[
              { key: 'a', track: 'verifyIdentity', title: 'Danh tính', why: 'Để chắc chắn rằng đó là bạn.', note: 'Đã xong', state: 'done', onClick: () => undefined },
              { key: 'b', track: 'verifyWork', title: 'Công việc', why: 'Giúp bên cho vay tính hạn mức.', note: '2 phút', state: 'next', onClick: () => undefined },
              { key: 'c', track: 'verifyBank', title: 'Tài khoản ngân hàng', note: 'Đang xét', state: 'review' },
              { key: 'd', track: 'verifyFace', title: 'Người liên hệ', note: '1 phút', state: 'todo' },
            ]}
          />
        </Section>
        <Section title="Diễn biến">
          <Card>
            <Timeline
              items={[
                { title: 'Đã gửi đơn', time: '14:05, 12/03/2027', state: 'done' },
                { title: 'Đang xét duyệt', time: 'Thường mất dưới 10 phút', state: 'now' },
                { title: 'Xác nhận nhận tiền', state: 'next' },
              ]}
            />
          </Card>
        </Section>
        <RowGroup>
          <LinkRow track="openBankAccounts" icon={<BankIcon />} title="Tài khoản ngân hàng" text="Vietcombank ····1234" onClick={() => setOpen(true)} />
          <LinkRow track="openPrivacy" icon={<LockIcon size={24} />} title="Quyền riêng tư" end="2" onClick={() => toast('Đã lưu', 'positive')} />
        </RowGroup>
        <div className="stack stack-8">
          <Callout>Chúng tôi không bao giờ hỏi mã của bạn qua điện thoại.</Callout>
          <Callout tone="positive" title="Đã nhận 2.150.000 ₫" />
          <Callout tone="attention" title="Ưu đãi hết hạn lúc 18:00">Sau đó bạn cần gửi lại đơn.</Callout>
          <Callout tone="danger" title="Chưa chuyển được tiền">Ngân hàng từ chối số tài khoản này.</Callout>
        </div>
        <div className="stack stack-8">
          <Button track="sendBusy" busy>Gửi</Button>
          <Button track="sendDisabled" disabled>Gửi</Button>
          <Button track="showToast" look="quiet" onClick={() => toast('Xin lỗi, hệ thống hơi bận, bạn thử lại sau nhé(F0000)', 'danger')}>
            Xem khoản vay
          </Button>
          <Button
            track="cancelLoan"
            look="danger"
            onClick={() => void showAlert({ track: 'cancelLoan', title: 'Hủy khoản vay?', message: 'Hạn mức của bạn có thể giảm. Bạn sẽ cần gửi đơn mới.', confirm: 'Hủy khoản vay', cancel: 'Để sau', danger: true })}
          >
            Hủy khoản vay
          </Button>
          <Button track="resendCode" look="text">Gửi lại mã</Button>
        </div>
        <ListSkeleton count={1} />
      </div>
      <Sheet track="account" open={open} onClose={() => setOpen(false)} title="Chọn tài khoản" action={<Button track="useAccount">Dùng tài khoản này</Button>}>
        <p>Tiền sẽ được chuyển vào tài khoản mang tên bạn.</p>
      </Sheet>
    </Page>
  );
}

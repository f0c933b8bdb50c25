import { useState } from 'react';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { CopyRow } from '@/ui/CopyRow';
import { Chips } from '@/ui/form/ChoiceRows';
import { MoneyInput } from '@/ui/form/MoneyInput';
import { Slider } from '@/ui/form/Slider';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { Receipt } from '@/ui/money/Receipt';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';
import { formatMoney } from '@/lib/format/money';

/** Amounts: the figures of a slider, a receipt, an editable amount, rows to copy. */
export function MoneyPage() {
  const [amount, setAmount] = useState(5000000);
  const [term, setTerm] = useState(120);
  const [paid, setPaid] = useState<number | null>(2150000);
  return (
    <Page action={<Button track="pay">Trả {formatMoney(paid ?? 0, 'VND')}</Button>}>
      <div className="stack stack-24">
        <Card>
          <p className="quiet text-14">Số tiền vay</p>
          <MoneyFigure amount={amount} currency="VND" size={40} />
          <Slider label="Số tiền vay" min={2000000} max={15000000} step={500000} value={amount} onChange={setAmount} format={(value) => formatMoney(value, 'VND')} />
        </Card>
        <Chips label="Kỳ hạn" value={term} onChange={setTerm} choices={[91, 120, 150, 180].map((days) => ({ value: days, label: `${days} ngày` }))} />
        <Section title="Chi phí">
          <Card>
            <Receipt
              currency="VND"
              lines={[
                { label: 'số tiền thực nhận', amount: 5000000, track: 'whyReceived', why: 'Số tiền chuyển vào tài khoản của bạn.' },
                { label: 'phí dịch vụ', amount: 187500, track: 'whyServiceFee', why: 'Phí thẩm định và quản lý khoản vay, trả một lần khi đến hạn.' },
                { label: 'phí quản lý tài khoản', amount: 30000, track: 'whyAccountFee', why: 'Mỗi tháng 10.000 ₫.' },
                { label: 'tiền lãi', amount: 246575 },
              ]}
              total={{ label: 'tổng phải trả', amount: 5464075 }}
              after={[
                { label: 'ngày đến hạn', amount: 'Thứ Sáu, 12 tháng 3' },
                { label: 'tỷ lệ chi phí năm (APR, gồm mọi phí)', amount: '28,23%' },
              ]}
            />
          </Card>
        </Section>
        <MoneyInput label="Số tiền bạn trả" value={paid} onChange={setPaid} currency="VND" hint="Bạn có thể trả một phần." />
        <Card>
          <CopyRow track="copyAccount" label="Số tài khoản" value="1903 6789 0123" copy="190367890123" strong />
          <CopyRow track="copyAmount" label="Số tiền" value={formatMoney(2150000, 'VND')} copy="2150000" strong />
          <CopyRow track="copyMemo" label="Nội dung" value="LM7K2P9QXA" strong />
        </Card>
      </div>
    </Page>
  );
}

import { useState } from 'react';
import { Button } from '@/ui/Button';
import { CheckRow } from '@/ui/form/CheckRow';
import { ChoiceRows } from '@/ui/form/ChoiceRows';
import { CodeBoxes } from '@/ui/form/CodeBoxes';
import { DateField } from '@/ui/form/DateField';
import { Field } from '@/ui/form/Field';
import { PhoneField } from '@/ui/form/PhoneField';
import { SheetSelect } from '@/ui/form/SheetSelect';
import { TextArea } from '@/ui/form/TextArea';
import { Page } from '@/ui/Page';
import { PhotoField } from '@/ui/photo/PhotoField';

const provinces = ['Hà Nội', 'Thành phố Hồ Chí Minh', 'Đà Nẵng', 'Hải Phòng', 'Cần Thơ', 'Huế', 'An Giang', 'Bắc Ninh', 'Cà Mau', 'Đắk Lắk', 'Gia Lai', 'Lâm Đồng'];

/** Every form control: filled, empty and invalid. */
export function FormPage() {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('12');
  const [gender, setGender] = useState<number | null>(0);
  const [province, setProvince] = useState<string | null>(null);
  const [photo, setPhoto] = useState<string | null>(null);
  return (
    <Page action={<Button track="goOn">Tiếp tục</Button>}>
      <div className="stack stack-24">
        <PhoneField label="Số điện thoại" value={phone} onChange={setPhone} autoFocus />
        <CodeBoxes label="Nhập mã trong tin nhắn" value={code} onChange={setCode} />
        <Field label="Họ và tên" kind="name" placeholder="Như trên căn cước" defaultValue="Nguyễn Thị Ánh Nguyệt" />
        <Field label="Số căn cước công dân" kind="digits" defaultValue="08708400099" error="Số căn cước có 12 chữ số. Bạn đã nhập 11." />
        <DateField label="Ngày sinh" defaultValue="1995-03-12" />
        <ChoiceRows label="Giới tính" value={gender} onChange={setGender} choices={[{ value: 0, label: 'Nữ' }, { value: 1, label: 'Nam' }]} />
        <SheetSelect label="Tỉnh/Thành phố" value={province} onChange={setProvince} choices={provinces.map((name) => ({ value: name, label: name }))} />
        <PhotoField track="identityFront" label="Mặt trước căn cước" kind="identity" slot="gallery/front" value={photo} onChange={setPhoto} hint="Đặt thẻ trên nền tối, đủ cả bốn góc." />
        <TextArea label="Nội dung" maxLength={300} optional placeholder="Hãy kể điều đã xảy ra" />
        <CheckRow>Tôi đã đọc và đồng ý với hợp đồng vay, bản ngày 1 tháng 11.</CheckRow>
        <CheckRow error="Hãy đọc và đồng ý trước khi gửi.">Tôi đồng ý xử lý dữ liệu cá nhân.</CheckRow>
      </div>
    </Page>
  );
}

import type { Translation } from '../texts';

export default {
  title: 'ไม่มีเครือข่าย',
  text: 'นี่คือข้อมูลที่คุณดูล่าสุด ตัวเลขอาจเปลี่ยนไปแล้ว',
  nothing: 'เมื่อเชื่อมต่อได้อีกครั้ง เงินกู้ของคุณจะแสดงที่นี่ ไม่มีอะไรสูญหาย',
  receipts: 'ใบเสร็จที่ดูแล้ว',
  code: 'รหัสชำระเงินของคุณ',
  transfer: 'การโอนที่คุณเริ่มไว้',
  transferUntil: 'ข้อมูลนี้ใช้ได้จนสิ้น{{day}}',
  maybePaid: 'รายการนี้อาจชำระไปแล้ว กรุณาตรวจสอบก่อนชำระ',
  qr: 'คิวอาร์โค้ดสำหรับชำระ {{amount}}',
  amount: 'จำนวนเงิน',
  holder: 'ชื่อบัญชี',
  memo: 'บันทึกช่วยจำ',
  until: 'รหัสใช้ได้จนสิ้น{{day}}',
  asOf: 'ณ {{time}} {{age}}',
  minutes_other: '{{count}} นาทีที่แล้ว',
  minutes_one: '{{count}} นาทีที่แล้ว',
  hours_other: '{{count}} ชั่วโมงที่แล้ว',
  hours_one: '{{count}} ชั่วโมงที่แล้ว',
  days_other: '{{count}} วันที่แล้ว',
  days_one: '{{count}} วันที่แล้ว',
} satisfies Translation<'offline'>;

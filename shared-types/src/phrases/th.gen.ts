// Generated from api/internal/base/reason by `go generate`. Do not edit.

/** What the app says without asking the server: no answer, face results, guidance. */
export const phrases = {
  "F0000": "ขออภัย ระบบไม่ว่างชั่วคราว กรุณาลองใหม่ภายหลัง(F0000)",
  "F0001": "ขออภัย ระบบไม่ว่างชั่วคราว กรุณาลองใหม่ภายหลัง(F0001)",
  "000": "ระบบขัดข้อง กรุณาลองอีกครั้ง",
  "001": "กรุณาอนุญาตให้ใช้กล้องแล้วลองใหม่",
  "002": "โทรศัพท์เครื่องนี้ไม่รองรับการยืนยันใบหน้า กรุณาใช้รหัส SMS",
  "003": "หมดเวลาแล้ว กรุณาลองใหม่เมื่อพร้อม",
  "step_turn_left": "ค่อย ๆ หันหน้าไปทางซ้าย",
  "step_turn_right": "ค่อย ๆ หันหน้าไปทางขวา",
  "step_close_eyes": "หลับตา",
  "step_open_mouth": "อ้าปาก",
  "step_look_up": "เงยหน้ามองขึ้น",
  "step_come_closer": "ค่อย ๆ เลื่อนโทรศัพท์เข้ามาใกล้ใบหน้า",
  "step_look_straight": "มองตรงที่หน้าจอ",
  "no_face": "ไม่พบใบหน้า",
  "several_faces": "ให้มีคุณเพียงคนเดียวในภาพ",
  "too_dark": "แสงน้อยเกินไป กรุณาไปที่สว่างกว่านี้",
  "too_bright": "แสงจ้าเกินไป กรุณาหลบแสงตรง",
  "out_of_image": "ให้ใบหน้าอยู่ในกรอบทั้งหมด",
  "too_far": "เข้ามาใกล้อีกนิด",
  "too_close": "ถอยออกไปอีกนิด",
  "yaw": "หันหน้าตรง อย่าหันซ้ายขวา",
  "pitch": "มองตรง อย่าเงยหรือก้ม",
  "roll": "ตั้งศีรษะให้ตรง",
  "nose_occluded": "จมูกถูกบัง",
  "chin_occluded": "คางถูกบัง",
  "cheeks_occluded": "แก้มถูกบัง",
  "mouth_occluded": "ปากถูกบัง",
  "eyes_occluded": "ดวงตาถูกบัง",
  "eyes_closed": "กรุณาลืมตา",
  "hold_still": "อยู่นิ่ง ๆ สักครู่",
  "capture_failed": "ถ่ายภาพไม่สำเร็จ กรุณาลองใหม่",
  "ok": "ดีมาก ค้างไว้",
} as const

export type Phrase = keyof typeof phrases

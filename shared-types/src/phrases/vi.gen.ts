// Generated from api/internal/base/reason by `go generate`. Do not edit.

/** What the app says without asking the server: no answer, face results, guidance. */
export const phrases = {
  "F0000": "Xin lỗi, hệ thống hơi bận, bạn thử lại sau nhé(F0000)",
  "F0001": "Xin lỗi, hệ thống hơi bận, bạn thử lại sau nhé(F0001)",
  "000": "Hệ thống gặp trục trặc, vui lòng thử lại",
  "001": "Vui lòng cho phép dùng máy ảnh rồi thử lại",
  "002": "Điện thoại này không hỗ trợ xác minh khuôn mặt, vui lòng dùng mã SMS",
  "003": "Đã hết thời gian, vui lòng thử lại khi bạn sẵn sàng",
  "step_turn_left": "Từ từ quay đầu sang trái",
  "step_turn_right": "Từ từ quay đầu sang phải",
  "step_close_eyes": "Nhắm mắt lại",
  "step_open_mouth": "Mở miệng",
  "step_look_up": "Ngẩng đầu nhìn lên",
  "step_come_closer": "Từ từ đưa điện thoại lại gần khuôn mặt",
  "step_look_straight": "Nhìn thẳng vào màn hình",
  "no_face": "Chưa thấy khuôn mặt",
  "several_faces": "Chỉ một người trong khung hình",
  "too_dark": "Hơi tối, hãy đến chỗ sáng hơn",
  "too_bright": "Quá sáng, hãy tránh ánh sáng chiếu thẳng",
  "out_of_image": "Đưa cả khuôn mặt vào khung",
  "too_far": "Lại gần thêm một chút",
  "too_close": "Lùi ra một chút",
  "yaw": "Nhìn thẳng, đừng quay ngang",
  "pitch": "Giữ đầu thẳng, đừng ngẩng hay cúi",
  "roll": "Giữ đầu không nghiêng",
  "nose_occluded": "Mũi đang bị che",
  "chin_occluded": "Cằm đang bị che",
  "cheeks_occluded": "Má đang bị che",
  "mouth_occluded": "Miệng đang bị che",
  "eyes_occluded": "Mắt đang bị che",
  "eyes_closed": "Hãy mở mắt",
  "hold_still": "Giữ yên một chút",
  "capture_failed": "Chưa chụp được, vui lòng thử lại",
  "ok": "Tốt lắm, giữ nguyên nhé",
} as const

export type Phrase = keyof typeof phrases

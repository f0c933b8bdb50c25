// Generated from api/internal/base/reason by `go generate`. Do not edit.

/** What the app says without asking the server: no answer, face results, guidance. */
export const phrases = {
  "F0000": "抱歉，系统有点繁忙，请稍后再试（F0000）",
  "F0001": "抱歉，系统有点繁忙，请稍后再试（F0001）",
  "000": "系统出了点问题，请再试一次",
  "001": "请允许使用相机后再试",
  "002": "这部手机不支持人脸验证，请使用短信验证码",
  "003": "超时了，准备好后再试一次",
  "step_turn_left": "请慢慢向左转头",
  "step_turn_right": "请慢慢向右转头",
  "step_close_eyes": "请闭上眼睛",
  "step_open_mouth": "请张开嘴",
  "step_look_up": "请抬头向上看",
  "step_come_closer": "请把手机慢慢靠近脸",
  "step_look_straight": "请正视屏幕",
  "no_face": "没有检测到人脸",
  "several_faces": "请确保画面中只有您一人",
  "too_dark": "光线太暗，请到亮一点的地方",
  "too_bright": "光线太强，请避开直射光",
  "out_of_image": "请把整张脸放入框内",
  "too_far": "请靠近一点",
  "too_close": "请离远一点",
  "yaw": "请正对屏幕，不要左右偏转",
  "pitch": "请平视屏幕，不要抬头或低头",
  "roll": "请摆正头部",
  "nose_occluded": "鼻子被遮挡",
  "chin_occluded": "下巴被遮挡",
  "cheeks_occluded": "脸颊被遮挡",
  "mouth_occluded": "嘴巴被遮挡",
  "eyes_occluded": "眼睛被遮挡",
  "eyes_closed": "请睁开眼睛",
  "hold_still": "请保持不动",
  "capture_failed": "没有拍好，请重试",
  "ok": "很好，请保持",
} as const

export type Phrase = keyof typeof phrases

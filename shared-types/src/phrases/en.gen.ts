// Generated from api/internal/base/reason by `go generate`. Do not edit.

/** What the app says without asking the server: no answer, face results, guidance. */
export const phrases = {
  "F0000": "Sorry, the system is a bit busy, try again later(F0000)",
  "F0001": "Sorry, the system is a bit busy, try again later(F0001)",
  "000": "Something went wrong on our side, please try again",
  "001": "Please allow the camera and try again",
  "002": "This phone does not support face checks, please use an SMS code",
  "003": "Time ran out, please try again when you are ready",
  "step_turn_left": "Slowly turn your head to the left",
  "step_turn_right": "Slowly turn your head to the right",
  "step_close_eyes": "Close your eyes",
  "step_open_mouth": "Open your mouth",
  "step_look_up": "Look up",
  "step_come_closer": "Slowly bring the phone closer to your face",
  "step_look_straight": "Look straight at the screen",
  "no_face": "No face found",
  "several_faces": "Only you should be in the picture",
  "too_dark": "It is too dark, find a brighter place",
  "too_bright": "It is too bright, step out of direct light",
  "out_of_image": "Keep your whole face in the picture",
  "too_far": "Come a little closer",
  "too_close": "Move back a little",
  "yaw": "Face the screen, do not turn aside",
  "pitch": "Look straight ahead, not up or down",
  "roll": "Hold your head upright",
  "nose_occluded": "Your nose is covered",
  "chin_occluded": "Your chin is covered",
  "cheeks_occluded": "Your cheeks are covered",
  "mouth_occluded": "Your mouth is covered",
  "eyes_occluded": "Your eyes are covered",
  "eyes_closed": "Please open your eyes",
  "hold_still": "Hold still",
  "capture_failed": "That picture failed, please try again",
  "ok": "Good, keep it like that",
} as const

export type Phrase = keyof typeof phrases

package reason

// Face checks.
const (
	FaceNotPassed    Reason = "face_not_passed"
	FaceUseSMS       Reason = "face_use_sms"
	FaceTokenExpired Reason = "face_token_expired"
	FaceNotEnrolled  Reason = "face_not_enrolled"
	FaceStepUp       Reason = "face_step_up"
	FaceUnavailable  Reason = "face_unavailable"
	FaceNeeded       Reason = "face_needed"
	FaceWait         Reason = "face_wait"
	FaceKeyNeeded    Reason = "face_key_needed"
	FaceKeyWrong     Reason = "face_key_wrong"
	FaceNotOffered   Reason = "face_not_offered"
	FaceUnderReview  Reason = "face_under_review"
)

var faceRows = []row{
	{FaceNotPassed, 20701, 422},
	{FaceUseSMS, 20702, 422},
	{FaceTokenExpired, 20703, 409},
	{FaceNotEnrolled, 20704, 422},
	{FaceStepUp, 20705, 403},
	{FaceUnavailable, 20706, 503},
	{FaceNeeded, 20707, 403},
	{FaceWait, 20708, 429},
	{FaceKeyNeeded, 20709, 403},
	{FaceKeyWrong, 20710, 422},
	{FaceNotOffered, 20711, 422},
	{FaceUnderReview, 20712, 409},
}

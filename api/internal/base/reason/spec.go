package reason

// The codes of the specification (spec 8).
const (
	Success          Reason = "success"
	InvalidParameter Reason = "invalid_parameter"
	PhoneInvalid     Reason = "phone_invalid"
	CarrierInvalid   Reason = "carrier_invalid"
	AccountNameWrong Reason = "account_name_wrong"
	CodeLength       Reason = "code_length"
	CodeNotObtained  Reason = "code_not_obtained"
	CodeNotSubmitted Reason = "code_not_submitted"
	PasswordWeak     Reason = "password_weak"
	NoData           Reason = "no_data"
	APITokenIllegal  Reason = "api_token_illegal"
	MerchantInvalid  Reason = "merchant_invalid"
	CodeFirst        Reason = "code_first"
	RequestFailed    Reason = "request_failed"
	System           Reason = "system"
	NoConfiguration  Reason = "no_configuration"

	// ImageCodeNeeded, ImageCodeWrong and ImageCodeExpired share a code: the app keeps the image popup open for this code and
	// for no other (spec 4, 8).
	ImageCodeNeeded  Reason = "image_code_needed"
	ImageCodeWrong   Reason = "image_code_wrong"
	ImageCodeExpired Reason = "image_code_expired"

	// DailyLimit: no more applications, or confirmations, are possible today. {time} and {date} are the reset in the region's
	// time zone.
	DailyLimit Reason = "daily_limit"
	// SessionEnded: there is no session, or it has ended; the app logs out.
	SessionEnded Reason = "session_ended"
	// DeviceRefused: the session ended because a trusted device of the member refused it.
	DeviceRefused Reason = "device_refused"
)

var specRows = []row{
	{Success, 10000, 200},
	{InvalidParameter, 10001, 400},
	{PhoneInvalid, 10002, 400},
	{CarrierInvalid, 10003, 422},
	{AccountNameWrong, 10004, 422},
	{CodeLength, 10005, 400},
	{CodeNotObtained, 10006, 503},
	{CodeNotSubmitted, 10007, 503},
	{PasswordWeak, 10008, 400},
	{NoData, 10041, 404},
	{APITokenIllegal, 10042, 401},
	{MerchantInvalid, 10043, 400},
	{CodeFirst, 10044, 422},
	{RequestFailed, 10050, 503},
	{System, 10051, 500},
	{NoConfiguration, 10052, 503},
	{ImageCodeNeeded, 1000105, 422},
	{ImageCodeWrong, 1000105, 422},
	{ImageCodeExpired, 1000105, 422},
	{DailyLimit, 1000209, 422},
	{SessionEnded, 10640105, 401},
	{DeviceRefused, 10640105, 401},
}

package reason

// Login, codes, sessions and the account.
const (
	SMSCodeWrong     Reason = "sms_code_wrong"
	SMSCodeExpired   Reason = "sms_code_expired"
	SMSCodeBurnt     Reason = "sms_code_burnt"
	SMSTooSoon       Reason = "sms_too_soon"
	SMSTooMany       Reason = "sms_too_many"
	SMSDayLimit      Reason = "sms_day_limit"
	FreshCodeNeeded  Reason = "fresh_code_needed"
	SecondFactNeeded Reason = "second_fact_needed"
	SecondFactWrong  Reason = "second_fact_wrong"
	PhoneErased      Reason = "phone_erased"
	AccountDeleting  Reason = "account_deleting"
	DeleteRefused    Reason = "delete_refused"
	ConsentNeeded    Reason = "consent_needed"
	ConsentWithdrawn Reason = "consent_withdrawn"
	DeviceNotFound   Reason = "device_not_found"
	DeleteRefund     Reason = "delete_refund"
	DeleteReversal   Reason = "delete_reversal"
	DeleteProof      Reason = "delete_proof"
	// ApprovalFirst: a trusted device can be asked to approve this one, so the characters of the ID are not asked for yet.
	ApprovalFirst Reason = "approval_first"
	// ApprovalNobody: no trusted device is logged in that could be asked.
	ApprovalNobody Reason = "approval_nobody"
	// ApprovalBusy: another device's request waits for an answer.
	ApprovalBusy    Reason = "approval_busy"
	ApprovalTooMany Reason = "approval_too_many"
	// ApprovalOver: the request was answered, has expired, or belongs to another member.
	ApprovalOver  Reason = "approval_over"
	ApprovalWrong Reason = "approval_wrong"
	// CodeUncertain: it is unknown whether the code was sent. It may be entered, and the wait for another one is the same as
	// after a sent code.
	CodeUncertain Reason = "code_uncertain"
	// SMSNotYet: another code was sent to the number a moment ago, and the caller has none that could be entered.
	SMSNotYet Reason = "sms_not_yet"
)

var loginRows = []row{
	{SMSCodeWrong, 20201, 422},
	{SMSCodeExpired, 20202, 422},
	{SMSCodeBurnt, 20203, 422},
	{SMSTooSoon, 20204, 429},
	{SMSTooMany, 20205, 429},
	{SMSDayLimit, 20206, 429},
	{FreshCodeNeeded, 20207, 403},
	{SecondFactNeeded, 20208, 403},
	{SecondFactWrong, 20209, 422},
	{PhoneErased, 20210, 422},
	{AccountDeleting, 20211, 409},
	{DeleteRefused, 20212, 422},
	{ConsentNeeded, 20213, 422},
	{ConsentWithdrawn, 20214, 422},
	{DeviceNotFound, 20215, 404},
	{DeleteRefund, 20216, 422},
	{DeleteReversal, 20217, 422},
	{DeleteProof, 20218, 422},
	{ApprovalFirst, 20222, 409},
	{ApprovalNobody, 20223, 409},
	{ApprovalBusy, 20224, 409},
	{ApprovalTooMany, 20225, 429},
	{ApprovalOver, 20226, 409},
	{ApprovalWrong, 20227, 422},
	{CodeUncertain, 20228, 503},
	{SMSNotYet, 20229, 409},
}

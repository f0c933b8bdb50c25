package reason

// Verification and the pictures it requires.
const (
	VerificationIncomplete Reason = "verification_incomplete"
	VerificationLocked     Reason = "verification_locked"
	IdentityUnconfirmed    Reason = "identity_unconfirmed"
	FileMissing            Reason = "file_missing"
	FileTypeWrong          Reason = "file_type_wrong"
	FileHEIC               Reason = "file_heic"
	FileTooLarge           Reason = "file_too_large"
	FileTooManyPixels      Reason = "file_too_many_pixels"
	FileTooSmall           Reason = "file_too_small"
	FileBroken             Reason = "file_broken"
	FileNotFound           Reason = "file_not_found"
	FileKindWrong          Reason = "file_kind_wrong"
	FileTooMany            Reason = "file_too_many"
	FileStoreAway          Reason = "file_store_away"
)

var verificationRows = []row{
	{VerificationIncomplete, 20301, 422},
	{VerificationLocked, 20302, 409},
	// The same reason is used for contradictory data and for a number that belongs to another member.
	{IdentityUnconfirmed, 20303, 409},
	{FileMissing, 20311, 400},
	{FileTypeWrong, 20312, 415},
	{FileHEIC, 20313, 415},
	{FileTooLarge, 20314, 413},
	{FileTooManyPixels, 20315, 422},
	{FileTooSmall, 20316, 422},
	{FileBroken, 20318, 422},
	{FileNotFound, 20319, 404},
	{FileKindWrong, 20320, 422},
	{FileTooMany, 20321, 422},
	// The client keeps the file and retries automatically; the sentence may say so.
	{FileStoreAway, 20322, 503},
}

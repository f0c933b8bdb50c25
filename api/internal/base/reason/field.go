package reason

// The errors of a single field. They are used in Error.Fields under InvalidParameter and have no {names}: the app knows the
// field's bounds.
const (
	FieldRequired    Reason = "field_required"
	FieldType        Reason = "field_type"
	FieldFormat      Reason = "field_format"
	FieldTooShort    Reason = "field_too_short"
	FieldTooLong     Reason = "field_too_long"
	FieldTooSmall    Reason = "field_too_small"
	FieldTooBig      Reason = "field_too_big"
	FieldTooMany     Reason = "field_too_many"
	FieldTooFew      Reason = "field_too_few"
	FieldNotOffered  Reason = "field_not_offered"
	FieldUnknown     Reason = "field_unknown"
	FieldCharacters  Reason = "field_characters"
	FieldMismatch    Reason = "field_mismatch"
	FieldDate        Reason = "field_date"
	IDNumberWrong    Reason = "id_number_wrong"
	IDFirstGen       Reason = "id_first_generation"
	IDOldFormat      Reason = "id_old_format"
	IDBirthday       Reason = "id_birthday_mismatch"
	IDGender         Reason = "id_gender_mismatch"
	AgeTooLow        Reason = "age_too_low"
	NameWrong        Reason = "name_wrong"
	ContactPhoneOwn  Reason = "contact_phone_own"
	ContactPhone     Reason = "contact_phone_wrong"
	ContactTooShort  Reason = "contact_phone_too_short"
	ContactDuplicate Reason = "contact_duplicate"
	ContactName      Reason = "contact_name_wrong"
	AccountNumber    Reason = "account_number_wrong"
	AreaUnknown      Reason = "area_unknown"
	// AccountUnconfirmed: the bank does not confirm who owns the account.
	AccountUnconfirmed Reason = "account_unconfirmed"
)

var fieldRows = []row{
	{FieldRequired, 20001, 400},
	{FieldType, 20002, 400},
	{FieldFormat, 20003, 400},
	{FieldTooShort, 20004, 400},
	{FieldTooLong, 20005, 400},
	{FieldTooSmall, 20006, 400},
	{FieldTooBig, 20007, 400},
	{FieldTooMany, 20008, 400},
	{FieldTooFew, 20009, 400},
	{FieldNotOffered, 20010, 400},
	{FieldUnknown, 20011, 400},
	{FieldCharacters, 20012, 400},
	{FieldMismatch, 20013, 400},
	{FieldDate, 20014, 400},
	{IDNumberWrong, 20021, 400},
	{IDFirstGen, 20022, 400},
	{IDOldFormat, 20023, 400},
	{IDBirthday, 20024, 400},
	{IDGender, 20025, 400},
	{AgeTooLow, 20026, 400},
	{NameWrong, 20027, 400},
	{ContactPhoneOwn, 20031, 400},
	{ContactPhone, 20032, 400},
	{ContactTooShort, 20033, 400},
	{ContactDuplicate, 20034, 400},
	{ContactName, 20035, 400},
	{AccountNumber, 20041, 400},
	{AreaUnknown, 20042, 400},
	{AccountUnconfirmed, 20043, 400},
}

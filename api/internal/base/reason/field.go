package reason

// What may be wrong with one field. They stand in Error.Fields under InvalidParameter and carry no {names}: the app
// knows the field's bounds.
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
	AccountNumber    Reason = "account_number_wrong"
	AreaUnknown      Reason = "area_unknown"
)

var fieldRows = []row{
	{FieldRequired, 20001, 400, texts{
		cn: "不能为空。",
		vi: "Không được để trống.",
		th: "ห้ามเว้นว่าง",
		en: "Cannot be empty.",
	}},
	{FieldType, 20002, 400, texts{
		cn: "填写的类型不对。",
		vi: "Giá trị không đúng kiểu.",
		th: "ชนิดข้อมูลไม่ถูกต้อง",
		en: "This is not the kind of value we expect.",
	}},
	{FieldFormat, 20003, 400, texts{
		cn: "格式不正确。",
		vi: "Chưa đúng định dạng.",
		th: "รูปแบบไม่ถูกต้อง",
		en: "The format is not right.",
	}},
	{FieldTooShort, 20004, 400, texts{
		cn: "内容太短。",
		vi: "Nội dung quá ngắn.",
		th: "สั้นเกินไป",
		en: "Too short.",
	}},
	{FieldTooLong, 20005, 400, texts{
		cn: "内容太长。",
		vi: "Nội dung quá dài.",
		th: "ยาวเกินไป",
		en: "Too long.",
	}},
	{FieldTooSmall, 20006, 400, texts{
		cn: "数值太小。",
		vi: "Giá trị quá nhỏ.",
		th: "ค่าน้อยเกินไป",
		en: "Too small.",
	}},
	{FieldTooBig, 20007, 400, texts{
		cn: "数值太大。",
		vi: "Giá trị quá lớn.",
		th: "ค่ามากเกินไป",
		en: "Too large.",
	}},
	{FieldTooMany, 20008, 400, texts{
		cn: "数量太多。",
		vi: "Quá nhiều mục.",
		th: "มีจำนวนมากเกินไป",
		en: "Too many entries.",
	}},
	{FieldTooFew, 20009, 400, texts{
		cn: "数量不够。",
		vi: "Chưa đủ số mục.",
		th: "มีจำนวนไม่พอ",
		en: "Too few entries.",
	}},
	{FieldNotOffered, 20010, 400, texts{
		cn: "请从列表中选择。",
		vi: "Vui lòng chọn trong danh sách.",
		th: "กรุณาเลือกจากรายการ",
		en: "Please choose from the list.",
	}},
	{FieldUnknown, 20011, 400, texts{
		cn: "不需要此项。",
		vi: "Mục này không được dùng.",
		th: "ไม่ใช้ช่องนี้",
		en: "This field is not used.",
	}},
	{FieldCharacters, 20012, 400, texts{
		cn: "含有无法识别的字符。",
		vi: "Có ký tự không dùng được.",
		th: "มีอักขระที่ใช้ไม่ได้",
		en: "It contains characters that cannot be used.",
	}},
	{FieldMismatch, 20013, 400, texts{
		cn: "两次输入不一致。",
		vi: "Hai lần nhập không khớp nhau.",
		th: "ข้อมูลที่กรอกสองครั้งไม่ตรงกัน",
		en: "The two entries are inconsistent.",
	}},
	{FieldDate, 20014, 400, texts{
		cn: "日期不正确。",
		vi: "Ngày không đúng.",
		th: "วันที่ไม่ถูกต้อง",
		en: "This date is not right.",
	}},
	{IDNumberWrong, 20021, 400, texts{
		cn: "证件号码不正确，请对照证件核对。",
		vi: "Số giấy tờ chưa đúng, vui lòng so lại với thẻ.",
		th: "เลขบัตรไม่ถูกต้อง กรุณาตรวจสอบกับบัตร",
		en: "The ID number is not right, please compare it with the card.",
	}},
	{IDFirstGen, 20022, 400, texts{
		cn: "不支持第一代身份证，请使用第二代身份证。",
		vi: "Không dùng được giấy tờ thế hệ thứ nhất, vui lòng dùng thẻ mới.",
		th: "ไม่รองรับบัตรรุ่นแรก กรุณาใช้บัตรรุ่นใหม่",
		en: "First-generation ID cards are not accepted, please use the new card.",
	}},
	{IDOldFormat, 20023, 400, texts{
		cn: "这是旧版证件号码，请填写新版证件上的号码。",
		vi: "Đây là số CMND cũ 9 số, vui lòng nhập 12 số trên thẻ CCCD.",
		th: "เลขนี้เป็นรูปแบบเก่า กรุณากรอกเลขจากบัตรรุ่นใหม่",
		en: "This is the old ID number, please enter the number of your new card.",
	}},
	{IDBirthday, 20024, 400, texts{
		cn: "与证件号码中的出生日期不一致。",
		vi: "Ngày sinh không khớp với số giấy tờ.",
		th: "วันเกิดไม่ตรงกับเลขบัตร",
		en: "The birthday does not agree with the ID number.",
	}},
	{IDGender, 20025, 400, texts{
		cn: "与证件号码中的性别不一致。",
		vi: "Giới tính không khớp với số giấy tờ.",
		th: "เพศไม่ตรงกับเลขบัตร",
		en: "The gender does not agree with the ID number.",
	}},
	{AgeTooLow, 20026, 400, texts{
		cn: "您还未达到可以借款的年龄。",
		vi: "Bạn chưa đủ tuổi để vay.",
		th: "คุณยังอายุไม่ถึงเกณฑ์ที่จะกู้ได้",
		en: "You have not reached the age for a loan yet.",
	}},
	{NameWrong, 20027, 400, texts{
		cn: "请填写证件上的姓名。",
		vi: "Vui lòng nhập họ tên như trên giấy tờ.",
		th: "กรุณากรอกชื่อตามบัตร",
		en: "Please write the name as on the ID card.",
	}},
	{ContactPhoneOwn, 20031, 400, texts{
		cn: "联系人电话不能是您自己的号码。",
		vi: "Số của người liên hệ phải khác số của bạn.",
		th: "เบอร์ผู้ติดต่อต้องไม่ใช่เบอร์ของคุณเอง",
		en: "A contact's number must differ from your own.",
	}},
	{ContactPhone, 20032, 400, texts{
		cn: "请填写正确的手机号码，固定电话不可用。",
		vi: "Nhập đúng một số di động. Số máy bàn không dùng được.",
		th: "กรอกหมายเลขมือถือให้ถูกต้อง ใช้เบอร์บ้านไม่ได้",
		en: "Enter a mobile number that is right. A landline will not do.",
	}},
	{ContactTooShort, 20033, 400, texts{
		cn: "联系人电话至少8位。",
		vi: "Số của người liên hệ cần ít nhất 8 chữ số.",
		th: "เบอร์ผู้ติดต่อต้องมีอย่างน้อย 8 หลัก",
		en: "A contact's number has at least 8 digits.",
	}},
	{ContactDuplicate, 20034, 400, texts{
		cn: "请填写不同的联系人。",
		vi: "Vui lòng nhập những người liên hệ khác nhau.",
		th: "กรุณากรอกผู้ติดต่อที่ไม่ซ้ำกัน",
		en: "Please give different contacts.",
	}},
	{AccountNumber, 20041, 400, texts{
		cn: "银行账号不正确。",
		vi: "Số tài khoản chưa đúng.",
		th: "เลขที่บัญชีไม่ถูกต้อง",
		en: "The account number is not right.",
	}},
	{AreaUnknown, 20042, 400, texts{
		cn: "请选择完整的地区。",
		vi: "Vui lòng chọn đầy đủ khu vực.",
		th: "กรุณาเลือกพื้นที่ให้ครบ",
		en: "Please choose the whole area.",
	}},
}

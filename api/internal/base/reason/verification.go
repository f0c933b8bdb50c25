package reason

// Verification and the pictures it needs.
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
	FileBlurred            Reason = "file_blurred"
	FileBroken             Reason = "file_broken"
	FileNotFound           Reason = "file_not_found"
	FileKindWrong          Reason = "file_kind_wrong"
	FileTooMany            Reason = "file_too_many"
	FileStoreAway          Reason = "file_store_away"
)

var verificationRows = []row{
	{VerificationIncomplete, 20301, 422, texts{
		cn: "还差几步认证，完成后就可以申请。",
		vi: "Bạn còn vài bước xác minh nữa. Hoàn tất rồi bạn có thể đăng ký vay.",
		th: "เหลืออีกไม่กี่ขั้นตอนในการยืนยันตัวตน เสร็จแล้วจึงยื่นขอกู้ได้",
		en: "A few verification steps are left. You can apply once they are done.",
	}},
	{VerificationLocked, 20302, 409, texts{
		cn: "这项认证已通过，如需修改请联系客服。",
		vi: "Mục này đã được xác minh. Nếu cần sửa, vui lòng liên hệ hỗ trợ.",
		th: "ส่วนนี้ยืนยันแล้ว หากต้องการแก้ไขกรุณาติดต่อฝ่ายบริการ",
		en: "This part is already verified. To change it, please contact support.",
	}},
	// The same for what does not agree with itself and for a number that another member has.
	{IdentityUnconfirmed, 20303, 409, texts{
		cn: "暂时无法核实这些证件信息。请与证件逐项核对；如果都没有错，请联系客服，我们会安排人工处理。",
		vi: "Chưa xác nhận được thông tin giấy tờ này. Vui lòng đối chiếu lại với thẻ; nếu mọi thứ đều đúng, hãy liên hệ hỗ trợ để chúng tôi xem xét.",
		th: "ยังยืนยันข้อมูลบัตรนี้ไม่ได้ กรุณาตรวจทานกับบัตรอีกครั้ง หากถูกต้องแล้ว กรุณาติดต่อฝ่ายบริการเพื่อให้เจ้าหน้าที่ตรวจสอบ",
		en: "These ID details could not be confirmed. Please compare them with your card; if all is right, contact support and a person will look.",
	}},
	{FileMissing, 20311, 400, texts{
		cn: "请先选择一张照片。",
		vi: "Vui lòng chọn một tấm ảnh.",
		th: "กรุณาเลือกรูปภาพ",
		en: "Please choose a picture.",
	}},
	{FileTypeWrong, 20312, 415, texts{
		cn: "请使用JPEG、PNG或WebP格式的照片。",
		vi: "Vui lòng dùng ảnh JPEG, PNG hoặc WebP.",
		th: "กรุณาใช้รูปแบบ JPEG, PNG หรือ WebP",
		en: "Please use a JPEG, PNG or WebP picture.",
	}},
	{FileHEIC, 20313, 415, texts{
		cn: "暂不支持HEIC照片。请直接拍照，或在手机相机设置中选择“兼容性最佳”。",
		vi: "Ảnh HEIC chưa dùng được. Vui lòng chụp trực tiếp, hoặc chọn “Tương thích nhất” trong cài đặt camera.",
		th: "ยังไม่รองรับรูป HEIC กรุณาถ่ายภาพโดยตรง หรือเลือก “เข้ากันได้มากที่สุด” ในการตั้งค่ากล้อง",
		en: "HEIC pictures are not supported. Please take the photo here, or choose “Most Compatible” in the camera settings.",
	}},
	{FileTooLarge, 20314, 413, texts{
		cn: "照片太大，请控制在10MB以内。",
		vi: "Ảnh quá lớn. Vui lòng dùng ảnh dưới 10 MB.",
		th: "รูปใหญ่เกินไป กรุณาใช้รูปไม่เกิน 10 MB",
		en: "The picture is too large. Please use one below 10 MB.",
	}},
	{FileTooManyPixels, 20315, 422, texts{
		cn: "照片尺寸太大，请重新拍一张。",
		vi: "Kích thước ảnh quá lớn. Vui lòng chụp lại.",
		th: "ภาพมีความละเอียดสูงเกินไป กรุณาถ่ายใหม่",
		en: "The picture has too many pixels. Please take another one.",
	}},
	{FileTooSmall, 20316, 422, texts{
		cn: "照片太小，看不清内容，请靠近一点重新拍。",
		vi: "Ảnh quá nhỏ nên không đọc được. Vui lòng chụp gần hơn.",
		th: "ภาพเล็กเกินไปจนอ่านไม่ได้ กรุณาถ่ายใกล้ขึ้น",
		en: "The picture is too small to read. Please take it from closer.",
	}},
	{FileBlurred, 20317, 422, texts{
		cn: "照片有些模糊，请在光线好的地方重新拍一张。",
		vi: "Ảnh hơi mờ. Vui lòng chụp lại ở nơi đủ sáng và giữ chắc tay.",
		th: "ภาพเบลอ กรุณาถ่ายใหม่ในที่สว่างและถือให้นิ่ง",
		en: "The picture is blurred. Please take it again in good light, holding still.",
	}},
	{FileBroken, 20318, 422, texts{
		cn: "这张照片打不开，请换一张。",
		vi: "Không mở được ảnh này. Vui lòng chọn ảnh khác.",
		th: "เปิดรูปนี้ไม่ได้ กรุณาเลือกรูปอื่น",
		en: "This picture cannot be opened. Please choose another one.",
	}},
	{FileNotFound, 20319, 404, texts{
		cn: "没有找到这张照片，请重新上传。",
		vi: "Không tìm thấy ảnh này. Vui lòng tải lên lại.",
		th: "ไม่พบรูปนี้ กรุณาอัปโหลดอีกครั้ง",
		en: "We could not find this picture. Please upload it again.",
	}},
	{FileKindWrong, 20320, 422, texts{
		cn: "这张照片是为其他用途上传的，请重新上传。",
		vi: "Ảnh này được tải lên cho mục khác. Vui lòng tải ảnh đúng mục.",
		th: "รูปนี้อัปโหลดไว้สำหรับส่วนอื่น กรุณาอัปโหลดใหม่",
		en: "This picture was uploaded for something else. Please upload the right one.",
	}},
	{FileTooMany, 20321, 422, texts{
		cn: "最多上传{count}张图片。",
		vi: "Bạn có thể gửi tối đa {count} ảnh.",
		th: "ส่งรูปได้ไม่เกิน {count} รูป",
		en: "You can send at most {count} pictures.",
	}},
	// The client keeps what it wanted to send and sends it by itself; the sentence may say so.
	{FileStoreAway, 20322, 503, texts{
		cn: "照片和文件暂时无法存取。您拍的照片已保存在手机里，恢复后会自动发送。",
		vi: "Hiện chưa lưu hoặc mở được ảnh và tài liệu. Ảnh bạn vừa chụp được giữ trên điện thoại và sẽ tự gửi khi có thể.",
		th: "ขณะนี้ยังเก็บหรือเปิดรูปและเอกสารไม่ได้ รูปที่คุณถ่ายถูกเก็บไว้ในโทรศัพท์และจะส่งเองเมื่อพร้อม",
		en: "Pictures and documents cannot be kept or opened just now. A picture you took stays on your phone and is sent by itself.",
	}},
}

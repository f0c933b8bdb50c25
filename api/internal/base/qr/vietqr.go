package qr

import "fmt"

const (
	vietQRGUID    = "A000000727"
	toAccount     = "QRIBFTTA"
	toCard        = "QRIBFTTC"
	currencyVND   = "704"
	countryVN     = "VN"
	formatVersion = "01"
	staticCode    = "11"
	dynamicCode   = "12"
	maxPurpose    = 25
	maxAccountVN  = 19
	binLength     = 6
)

// VietQR is a transfer to a Vietnamese account through NAPAS 247.
type VietQR struct {
	// BIN is the six-digit code of the receiving bank.
	BIN string
	// Account is the account number, or the card number if Card is set.
	Account string
	Card    bool
	// Amount is in dong; if 0, the payer enters it.
	Amount int64
	// Bill is the receiver's own bill number.
	Bill string
	// Purpose is the memo of the transfer, at most 25 printable ASCII characters.
	Purpose string
}

// Encode returns the payload, or ErrPayload if a value cannot be encoded.
func (v VietQR) Encode() (string, error) {
	if err := v.checkReceiver(); err != nil {
		return "", err
	}
	if len(v.Purpose) > maxPurpose || len(v.Bill) > maxPurpose {
		return "", fmt.Errorf("%w: a memo has at most %d characters", ErrPayload, maxPurpose)
	}
	receiver, err := Encode(Fields{{"00", v.BIN}, {"01", v.Account}})
	if err != nil {
		return "", err
	}
	service := toAccount
	if v.Card {
		service = toCard
	}
	template, err := Encode(Fields{{"00", vietQRGUID}, {"01", receiver}, {"02", service}})
	if err != nil {
		return "", err
	}
	fields := Fields{{"00", formatVersion}, {"01", staticCode}, {"38", template}, {"53", currencyVND}}
	if v.Amount != 0 {
		amount, err := writeAmount(v.Amount, 0)
		if err != nil {
			return "", err
		}
		fields[1].Value = dynamicCode
		fields = append(fields, Field{"54", amount})
	}
	fields = append(fields, Field{"58", countryVN})
	if extra := given(Fields{{"01", v.Bill}, {"08", v.Purpose}}); len(extra) > 0 {
		text, err := Encode(extra)
		if err != nil {
			return "", err
		}
		fields = append(fields, Field{"62", text})
	}
	return Seal(fields)
}

// ParseVietQR parses a payload; a wrong checksum is an error.
func ParseVietQR(text string) (VietQR, error) {
	fields, err := Open(text)
	if err != nil {
		return VietQR{}, err
	}
	template, err := Decode(fields.Get("38"))
	if err != nil {
		return VietQR{}, err
	}
	receiver, err := Decode(template.Get("01"))
	if err != nil {
		return VietQR{}, err
	}
	extra, err := Decode(fields.Get("62"))
	if err != nil {
		return VietQR{}, err
	}
	service := template.Get("02")
	known := service == toAccount || service == toCard
	if template.Get("00") != vietQRGUID || !known || fields.Get("53") != currencyVND || fields.Get("58") != countryVN {
		return VietQR{}, fmt.Errorf("%w: not VietQR", ErrPayload)
	}
	amount, err := readAmount(fields.Get("54"), 0)
	if err != nil {
		return VietQR{}, err
	}
	v := VietQR{
		BIN: receiver.Get("00"), Account: receiver.Get("01"), Card: service == toCard, Amount: amount,
		Bill: extra.Get("01"), Purpose: extra.Get("08"),
	}
	if err := v.checkReceiver(); err != nil {
		return VietQR{}, err
	}
	return v, nil
}

func (v VietQR) checkReceiver() error {
	if len(v.BIN) != binLength || !isDigits(v.BIN) || v.Account == "" || len(v.Account) > maxAccountVN {
		return fmt.Errorf("%w: bank %q, account of %d characters", ErrPayload, v.BIN, len(v.Account))
	}
	return nil
}

// given returns the fields without those whose value is empty.
func given(fields Fields) Fields {
	var kept Fields
	for _, f := range fields {
		if f.Value != "" {
			kept = append(kept, f)
		}
	}
	return kept
}

package qr

import (
	"fmt"
	"strings"
)

const (
	promptPayGUID = "A000000677010111"
	currencyTHB   = "764"
	countryTH     = "TH"
	thaiDecimals  = 2
	thaiAreaCode  = "0066"
	mobileTag     = "01"
	nationalIDTag = "02"
	walletTag     = "03"
)

// PromptPay is a transfer to a Thai PromptPay id.
type PromptPay struct {
	// Target is a mobile number with its leading 0 (10 digits) or +66, a citizen or tax id (13) or an e-wallet id (15). Spaces
	// and dashes are ignored.
	Target string
	// Amount is in satang; if 0, the payer enters it.
	Amount int64
	// Reference is the receiver's reference, at most 25 printable ASCII characters.
	Reference string
}

// Encode returns the payload, or ErrPayload if a value cannot be encoded.
func (p PromptPay) Encode() (string, error) {
	target, err := p.target()
	if err != nil {
		return "", err
	}
	if len(p.Reference) > maxPurpose {
		return "", fmt.Errorf("%w: a reference has at most %d characters", ErrPayload, maxPurpose)
	}
	template, err := Encode(Fields{{"00", promptPayGUID}, target})
	if err != nil {
		return "", err
	}
	fields := Fields{{"00", formatVersion}, {"01", staticCode}, {"29", template}, {"58", countryTH}, {"53", currencyTHB}}
	if p.Amount != 0 {
		amount, err := writeAmount(p.Amount, thaiDecimals)
		if err != nil {
			return "", err
		}
		fields[1].Value = dynamicCode
		fields = append(fields, Field{"54", amount})
	}
	if p.Reference != "" {
		text, err := Encode(Fields{{"05", p.Reference}})
		if err != nil {
			return "", err
		}
		fields = append(fields, Field{"62", text})
	}
	return Seal(fields)
}

func (p PromptPay) target() (Field, error) {
	id := strings.NewReplacer(" ", "", "-", "").Replace(p.Target)
	if mobile, abroad := strings.CutPrefix(id, "+66"); abroad {
		id = "0" + strings.TrimPrefix(mobile, "0")
		if len(id) != 10 {
			id = ""
		}
	}
	if isDigits(id) {
		switch {
		case len(id) == 10 && id[0] == '0':
			return Field{mobileTag, thaiAreaCode + id[1:]}, nil
		case len(id) == 13:
			return Field{nationalIDTag, id}, nil
		case len(id) == 15:
			return Field{walletTag, id}, nil
		}
	}
	return Field{}, fmt.Errorf("%w: %q is not a PromptPay id", ErrPayload, p.Target)
}

// ParsePromptPay parses a payload; a wrong checksum is an error.
func ParsePromptPay(text string) (PromptPay, error) {
	fields, err := Open(text)
	if err != nil {
		return PromptPay{}, err
	}
	template, err := Decode(fields.Get("29"))
	if err != nil {
		return PromptPay{}, err
	}
	extra, err := Decode(fields.Get("62"))
	if err != nil {
		return PromptPay{}, err
	}
	if template.Get("00") != promptPayGUID || fields.Get("53") != currencyTHB || fields.Get("58") != countryTH {
		return PromptPay{}, fmt.Errorf("%w: not PromptPay", ErrPayload)
	}
	amount, err := readAmount(fields.Get("54"), thaiDecimals)
	if err != nil {
		return PromptPay{}, err
	}
	p := PromptPay{Amount: amount, Reference: extra.Get("05")}
	if mobile, ok := strings.CutPrefix(template.Get(mobileTag), thaiAreaCode); ok {
		p.Target = "0" + mobile
	} else {
		p.Target = template.Get(nationalIDTag) + template.Get(walletTag)
	}
	if _, err := p.target(); err != nil {
		return PromptPay{}, err
	}
	return p, nil
}

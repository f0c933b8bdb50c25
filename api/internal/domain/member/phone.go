package member

import (
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
)

// national is the stored form of a number as typed. Either check of the region is enough: the landing page lets pass
// what its list names, the login what libphonenumber knows.
func (m *Members) national(typed string) (string, error) {
	number := phone.Normalise(m.Region, typed)
	if len(number) > m.Region.MaxPhoneLength || (!phone.Landing(m.Region, number) && !phone.Valid(m.Region, number)) {
		return "", reason.New(reason.PhoneInvalid)
	}
	return number, nil
}

// PhoneHash is the keyed hash by which a national number is found.
func (m *Members) PhoneHash(national string) []byte {
	return m.Hasher.Hash("phone", m.Region.Code, national)
}

// CheckPhone reports PhoneInvalid for what is no mobile number of the region.
func (m *Members) CheckPhone(typed string) error {
	_, err := m.national(typed)
	return err
}

// TypedHash is the keyed hash of a number as it was typed, nil for what is no number.
func (m *Members) TypedHash(typed string) []byte {
	national, err := m.national(typed)
	if err != nil {
		return nil
	}
	return m.PhoneHash(national)
}

package member

import (
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
)

// national returns the stored form of a number as typed. One of the region's two checks must pass: the landing page accepts the
// numbers of its list, the login those that libphonenumber knows.
func (m *Members) national(typed string) (string, error) {
	number := phone.Normalise(m.Region, typed)
	if len(number) > m.Region.MaxPhoneLength || (!phone.Landing(m.Region, number) && !phone.Valid(m.Region, number)) {
		return "", reason.New(reason.PhoneInvalid)
	}
	return number, nil
}

// PhoneHash returns the keyed hash by which a national number is found.
func (m *Members) PhoneHash(national string) []byte {
	return m.Hasher.Hash("phone", m.Region.Code, national)
}

// CheckPhone returns PhoneInvalid if typed is not a mobile number of the region.
func (m *Members) CheckPhone(typed string) error {
	_, err := m.national(typed)
	return err
}

// TypedHash returns the keyed hash of a number as typed, or nil if it is invalid.
func (m *Members) TypedHash(typed string) []byte {
	national, err := m.national(typed)
	if err != nil {
		return nil
	}
	return m.PhoneHash(national)
}

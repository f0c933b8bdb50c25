package http

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
)

// uploads bounds the pictures of one member: the forms need a dozen, and every one is decoded and kept.
func uploads(c Caller) limit.Bucket {
	return limit.Bucket{Name: "upload", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 60},
		{Name: "day", Per: 24 * time.Hour, Max: 200},
	}}
}

// identities bounds the identities that one member submits: the answer tells whether a number is somebody else's.
func identities(c Caller) limit.Bucket {
	return limit.Bucket{Name: "identity", Subject: c.MemberID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 20},
		{Name: "day", Per: 24 * time.Hour, Max: 40},
	}}
}

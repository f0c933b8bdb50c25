package config

import "time"

// Local selects our own face worker.
const Local = "local"

// Face configures who checks faces, and how often a check may fail.
type Face struct {
	// Gateway is local (api/face-worker), http (a vendor) or off.
	Gateway string `env:"GATEWAY" envDefault:"off"`
	// WorkerURL and WorkerSecret are the address of the worker and the secret shared with it.
	WorkerURL    string `env:"WORKER_URL" envDefault:"http://127.0.0.1:8787"`
	WorkerSecret Secret `env:"WORKER_SECRET"`
	// URL is the vendor's endpoint, Key the key with which both sides sign.
	URL string `env:"URL"`
	Key Key    `env:"KEY"`
	// Keep is how long the picture of a check is kept.
	Keep time.Duration `env:"KEEP" envDefault:"2160h"`

	Limits FaceLimits `envPrefix:"LIMIT_"`
}

// FaceLimits limit failures; those of logins, card checks and enrolments are counted together.
type FaceLimits struct {
	// After WaitAfter consecutive failures on a device, each further try has to wait for Wait.
	WaitAfter int           `env:"WAIT_AFTER" envDefault:"3"`
	Wait      time.Duration `env:"WAIT" envDefault:"30s"`
	// After PauseAfter consecutive failures, or as many within PauseWithin, the device can only use SMS for Pause.
	PauseAfter  int           `env:"PAUSE_AFTER" envDefault:"5"`
	PauseWithin time.Duration `env:"PAUSE_WITHIN" envDefault:"3m"`
	Pause       time.Duration `env:"PAUSE" envDefault:"30m"`
	// After PerDay failures, the account can only use SMS until the next day.
	PerDay int `env:"PER_DAY" envDefault:"5"`
	// PerEnrolment failures without a success in between end the enrolment.
	PerEnrolment int `env:"PER_ENROLMENT" envDefault:"50"`
}

// problems returns the limits that are not above zero.
func (l FaceLimits) problems() problems {
	var found problems
	for name, limit := range map[string]int64{
		"WAIT_AFTER": int64(l.WaitAfter), "WAIT": int64(l.Wait), "PAUSE_AFTER": int64(l.PauseAfter), "PAUSE_WITHIN": int64(l.PauseWithin),
		"PAUSE": int64(l.Pause), "PER_DAY": int64(l.PerDay), "PER_ENROLMENT": int64(l.PerEnrolment),
	} {
		found.add(limit <= 0, "FACE_LIMIT_"+name+" is above 0")
	}
	return found
}

package job

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/riverqueue/river"
)

// QueueName names a queue of jobs with workers of its own: whoever is slow makes only those wait whom it serves.
type QueueName string

const (
	// Money is what asks the bank: payouts, refunds.
	Money QueueName = "money"
	// Lender asks lenders for their decisions, of each a few at a time (lender.MaxConcurrent).
	Lender QueueName = "lender"
	// Carrier asks carriers for the proofs of numbers.
	Carrier QueueName = "carrier"
	// Document writes documents, and whatever else needs the object store.
	Document QueueName = "document"
	// Message tells borrowers.
	Message QueueName = "message"
	// Alarm tells whoever is on duty: no morning's reminders are in front of it.
	Alarm QueueName = "alarm"
	// Marketing reports conversions to advertising platforms, to each one at a time (ads.MaxConcurrent), and deletions to the chat.
	Marketing QueueName = "marketing"
	// Upkeep is maintenance over many rows.
	Upkeep QueueName = "upkeep"
)

// bounds are how many jobs of a queue a process runs at once. A job that waits for a partner holds no connection to the
// database, so their sum may be above the pool's.
var bounds = map[QueueName]int{Money: 6, Lender: 8, Carrier: 3, Document: 3, Message: 4, Alarm: 2, Marketing: 4, Upkeep: 3}

// unnamed is how many jobs run at once that name no queue. Whoever works Upkeep works them: they are of a process of an
// earlier release, which may still run.
const unnamed = 2

// documentBefore is the name of Document in the release before, whose configuration names it. Jobs still go into it: beside that release, and
// after this one is taken back, nobody would work the other. Once this release is the one before, they go into Document.
const documentBefore QueueName = "paper"

// Queues lists every queue by name.
func Queues() []QueueName { return slices.Sorted(maps.Keys(bounds)) }

// Options are the insert options of a job of the queue, for the InsertOpts of its arguments.
func (q QueueName) Options() river.InsertOpts {
	opts := river.InsertOpts{Queue: string(q.stored())}
	if q.patient() {
		opts.MaxAttempts = patience
	}
	return opts
}

// stored is the name by which jobs of the queue are kept.
func (q QueueName) stored() QueueName {
	if q == Document {
		return documentBefore
	}
	return q
}

// lastPriority is the number that River works last.
const lastPriority = 4

// LastOptions are those of a job that stands behind all others of the queue, however long it has waited.
func (q QueueName) LastOptions() river.InsertOpts {
	opts := q.Options()
	opts.Priority = lastPriority
	return opts
}

// ParseQueues reads which queues a process works: all, none, or names with commas between.
func ParseQueues(text string) ([]QueueName, error) {
	switch text {
	case "all":
		return Queues(), nil
	case "none":
		return nil, nil
	}
	var queues []QueueName
	for name := range strings.SplitSeq(text, ",") {
		q := QueueName(strings.TrimSpace(name))
		if q == documentBefore {
			q = Document
		}
		if !q.known() {
			return nil, fmt.Errorf("jobs: %q is not all, none or some of %v", name, Queues())
		}
		if slices.Contains(queues, q) {
			return nil, errors.New("jobs: " + name + " is named twice")
		}
		queues = append(queues, q)
	}
	return queues, nil
}

// config is how River is told.
func config(queues []QueueName) map[string]river.QueueConfig {
	into := map[string]river.QueueConfig{}
	for _, q := range queues {
		into[string(q.stored())] = river.QueueConfig{MaxWorkers: bounds[q]}
		switch q {
		case Upkeep:
			into[river.QueueDefault] = river.QueueConfig{MaxWorkers: unnamed}
		case Document:
			// Of the release after, should it be taken back.
			into[string(Document)] = river.QueueConfig{MaxWorkers: 1}
		case Message:
			// A configuration that names its queues may be older than this one.
			into[string(Alarm)] = river.QueueConfig{MaxWorkers: bounds[Alarm]}
		}
	}
	return into
}

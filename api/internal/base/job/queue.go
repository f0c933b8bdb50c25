package job

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/riverqueue/river"
)

// QueueName is the name of a queue with its own workers, so that a slow partner only delays the jobs of its own queue.
type QueueName string

const (
	// Money is for requests to the bank: payouts, refunds.
	Money QueueName = "money"
	// Lender requests decisions from lenders, a few at a time per lender (lender.MaxConcurrent).
	Lender QueueName = "lender"
	// Carrier requests proofs of phone numbers from carriers.
	Carrier QueueName = "carrier"
	// Document writes documents and does other work that needs the object store.
	Document QueueName = "document"
	// Message sends messages to borrowers.
	Message QueueName = "message"
	// Alarm notifies the people on duty: its jobs do not wait behind the morning's reminders.
	Alarm QueueName = "alarm"
	// Marketing reports conversions to advertising platforms, one at a time per platform (ads.MaxConcurrent), and deletions to
	// the chat.
	Marketing QueueName = "marketing"
	// Upkeep is for maintenance over many rows.
	Upkeep QueueName = "upkeep"
)

// bounds is how many jobs of each queue one process runs at once. A job that waits for a partner holds no database connection,
// so their sum may exceed the size of the pool.
var bounds = map[QueueName]int{Money: 6, Lender: 8, Carrier: 3, Document: 3, Message: 4, Alarm: 2, Marketing: 4, Upkeep: 3}

// unnamed is how many jobs in River's default queue run at once. They come from a process of an earlier release that may still
// be running; the processes that work Upkeep also work them.
const unnamed = 2

// documentBefore is the name of Document in earlier releases, in whose configurations it stands. Jobs that they inserted, and
// those that the previous release still inserts while it runs beside this one, are worked under it.
const documentBefore QueueName = "paper"

// Queues returns all queues, sorted by name.
func Queues() []QueueName { return slices.Sorted(maps.Keys(bounds)) }

// Options returns the insert options for a job of the queue, for the InsertOpts of its arguments.
func (q QueueName) Options() river.InsertOpts {
	opts := river.InsertOpts{Queue: string(q)}
	if q.urgent() {
		opts.MaxAttempts = urgentAttempts
	}
	return opts
}

// lastPriority is River's lowest priority.
const lastPriority = 4

// LastOptions are the options of a job that runs after all others of the queue, however long it has waited.
func (q QueueName) LastOptions() river.InsertOpts {
	opts := q.Options()
	opts.Priority = lastPriority
	return opts
}

// ParseQueues parses which queues a process works: all, none, or names separated by commas.
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

// config returns River's configuration of the queues.
func config(queues []QueueName) map[string]river.QueueConfig {
	into := map[string]river.QueueConfig{}
	for _, q := range queues {
		into[string(q)] = river.QueueConfig{MaxWorkers: bounds[q]}
		switch q {
		case Upkeep:
			into[river.QueueDefault] = river.QueueConfig{MaxWorkers: unnamed}
		case Document:
			into[string(documentBefore)] = river.QueueConfig{MaxWorkers: 1}
		case Message:
			// A configuration that lists its queues may be older than the Alarm queue.
			into[string(Alarm)] = river.QueueConfig{MaxWorkers: bounds[Alarm]}
		}
	}
	return into
}

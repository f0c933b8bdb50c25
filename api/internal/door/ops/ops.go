// Package ops is the operator's command line: `loanmarket ops ...`. A command translates its flags into one call of a
// flow or a domain and prints the result as a table or as JSON. It contains no business rules. There is no admin role
// and no admin page: whoever may run the binary with the deployment's configuration is an operator.
package ops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
	"github.com/loanmarket/loanmarket/api/internal/flow/backoffice"
	"github.com/loanmarket/loanmarket/api/internal/flow/card"
	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/flow/liveness"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/proof"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Commands are the operator's commands, for kong.
type Commands struct {
	// LOGNAME is what cron sets to its owner.
	By   string `env:"USER,LOGNAME" placeholder:"NAME" help:"Your name, recorded in the timeline and the audit log. Defaults to your login name."`
	JSON bool   `help:"Print JSON instead of tables."`

	Orders       ordersCommands     `cmd:"" help:"List orders, and show one with its whole history."`
	Decide       decideCommand      `cmd:"" help:"Decide on an order in place of its lender."`
	Cards        cardsCommands      `cmd:"" help:"Review bank cards before money is sent to them."`
	Identities   identitiesCommands `cmd:"" help:"Review ID numbers that two members gave."`
	Faces        facesCommands      `cmd:"" help:"Compare borrowers' faces with their IDs, and end face enrolments."`
	Suspense     suspenseCommands   `cmd:"" help:"Payments in suspense, whose order is not known yet: list, match, unmatch, return."`
	Payments     paymentsCommands   `cmd:"" help:"Incoming payments: list."`
	Proofs       proofsCommands     `cmd:"" help:"Proofs of payment (pictures) that borrowers sent: list, show, match, reject."`
	Refunds      refundsCommands    `cmd:"" help:"Refunds of overpayments and of payments in suspense: list, send again, give up, book."`
	Payouts      payoutsCommands    `cmd:"" help:"Payouts without an outcome: list, send again, give up. Also books payouts that came back."`
	Reversals    reversalsCommands  `cmd:"" help:"Partial reversals, where the bank took back part of a payment: list, apply, dismiss."`
	Waiting      waitingCommand     `cmd:"" help:"Show what waits for an operator: the number of each kind, and since when."`
	Alarms       alarmsCommands     `cmd:"" help:"Alarms about money that an operator must resolve: list, close, reopen."`
	Reconcile    reconcileCommand   `cmd:"" help:"Recalculate every loan and compare it with the journal. With --statement, also compare the books with a bank statement. Exit code 1 if anything differs."`
	Interest     interestCommand    `cmd:"" help:"Report interest earned, by lender and value date, as if it were posted every night. Corrections of earlier days are shown separately, on the day on which they became known."`
	Product      productCommands    `cmd:"" help:"Products: list, show as a file, save from a file, suspend, resume."`
	Lender       lenderCommands     `cmd:"" help:"Lenders: list, show as a file, save from a file, print a signing key."`
	Channel      channelCommands    `cmd:"" help:"Advertising channels: list, save, disable."`
	Credit       creditCommands     `cmd:"" help:"A borrower's credit limit and score: show, set, end a freeze."`
	Member       memberCommands     `cmd:"" help:"Borrowers: change the allow-list or a phone number."`
	Sessions     sessionsCommands   `cmd:"" help:"Borrowers' sessions: end those of one borrower, or all."`
	App          appCommands        `cmd:"" help:"The Android app that this deployment offers for download: upload, list."`
	Deletions    deletionsCommands  `cmd:"" help:"Account deletions that borrowers requested: list, run."`
	Support      supportCommands    `cmd:"" help:"Support tickets (messages and complaints): list, show, answer, close."`
	Hardship     hardshipCommands   `cmd:"" help:"Requests of borrowers who cannot pay as agreed: list, accept, answer, close."`
	Reminders    remindersCommands  `cmd:"" help:"SMS reminders that were not sent as planned: list."`
	Jobs         jobsCommands       `cmd:"" help:"The job queue: list, retry, cancel."`
	Clock        clockCommands      `cmd:"" help:"Business time: show, advance. It can be advanced only on a development stack."`
	Files        filesCommands      `cmd:"" help:"The object store: assign its buckets to this database, remove objects that have no database row."`
	Keys         keysCommands       `cmd:"" help:"Rotate the keys that encrypt identity data."`
	Housekeeping housekeeping       `cmd:"" help:"Delete expired data, such as counters, stored answers and codes. The API does this automatically every hour."`
}

// Access are the dependencies of the commands. Package app builds it.
type Access struct {
	Pool *pgxpool.Pool
	// Replica is the database from which reports are read.
	Replica *postgres.Replica
	Clock   *clock.Business
	Region  *region.Region
	Limiter *limit.Limiter
	// Keep is how long rows are kept that are no longer needed.
	Keep config.Retention
	// Development marks a development stack, where business time may be moved.
	Development bool

	// Files is the object store. Products are the ids of the products that this deployment serves.
	Files    *media.Store
	Products []string

	// LenderKey returns the key that signs requests between a lender and us.
	LenderKey func(code string) []byte

	Back    *backoffice.Backoffice
	Review  *review.Review
	Cards   *card.Card
	Pay     *pay.Flow
	Payout  *payout.Payout
	Proofs  *proof.Proofs
	Keepers maintenance.SealedStores
	Support *customersupport.Support
	Account *account.Account
	Faces   *liveness.Liveness
	// PaymentGateway is the name under which the bank reports payments. Bank reads its books; nil if that is not
	// possible.
	PaymentGateway string
	Bank           payment.Statement
}

// Opener opens the access after a command's flags have been parsed.
type Opener func(context.Context) (*Access, error)

// unavailable is the reason why there is no access. kong prefixes such an error with a type name; see Sentence.
type unavailable struct{ error }

// operator is a running command: its dependencies, the operator's identity, and where the output goes.
type operator struct {
	*Access
	// actor is "ops:<user>"; by is the user.
	actor string
	by    string
	json  bool
	out   io.Writer
	// list is the name of the list that the command shows, for its cursors.
	list string
}

var errNobody = errors.New("say who you are with --by: the name goes into the timeline and the audit log")

// ProvideOperator provides every command with its operator.
func (c *Commands) ProvideOperator(ctx context.Context, open Opener, k *kong.Context) (*operator, error) {
	by := strings.TrimSpace(c.By)
	if by == "" {
		return nil, unavailable{errNobody}
	}
	trim(k)
	if err := complete(k); err != nil {
		return nil, unavailable{err}
	}
	list, err := ownCursor(k)
	if err != nil {
		return nil, unavailable{err}
	}
	access, err := open(ctx)
	if err != nil {
		return nil, unavailable{err}
	}
	return &operator{Access: access, actor: "ops:" + by, by: by, json: c.JSON, out: k.Stdout, list: list}, nil
}

// trim removes what copy and paste may add around a value: spaces, line ends and invisible characters. A bank reference
// with a trailing space would otherwise be booked as one that the bank does not know.
func trim(k *kong.Context) {
	values := make([]reflect.Value, 0, len(k.Path))
	for _, flag := range k.Flags() {
		values = append(values, flag.Target)
	}
	for _, at := range k.Path {
		if at.Positional != nil {
			values = append(values, at.Positional.Target)
		}
		if at.Argument != nil {
			values = append(values, at.Argument.Argument.Target)
		}
	}
	for _, value := range values {
		if value.Kind() == reflect.String {
			value.SetString(strings.TrimFunc(value.String(), func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }))
		}
	}
}

// maxReferenceLength is the maximum number of characters of a bank reference, as in the reports of a gateway.
const maxReferenceLength = 100

// complete refuses a command with a required value that is empty after trimming, for example from an unset shell
// variable. Otherwise the books would not show why money moved, or under which reference. A reference that is too long
// is probably a whole page pasted by mistake.
func complete(k *kong.Context) error {
	for _, flag := range k.Flags() {
		if (flag.Name == "reference" || flag.Name == "instead-of") && utf8.RuneCountInString(flag.Target.String()) > maxReferenceLength {
			return fmt.Errorf("--%s is longer than %d characters, the maximum length of a bank reference", flag.Name, maxReferenceLength)
		}
		if flag.Required && flag.Target.Kind() == reflect.String && flag.Target.String() == "" {
			return fmt.Errorf("--%s is empty", flag.Name)
		}
	}
	return nil
}

// operatorTexts are the texts of refusals for an operator at a terminal. The default texts address a borrower.
var operatorTexts = map[reason.Reason]string{
	reason.StateChanged:       "nothing with this ID waits for a decision: it was already decided, it has ended, or the ID belongs to something else; list what waits",
	reason.OrderStateConflict: "the current status of the order does not allow this: see ops orders show",
	reason.NoData:             "nothing has this ID: see the list command of the same group",
	reason.NotFound:           "nothing has this ID or reference: see the list command of the same group",
	reason.OrderNotFound:      "no order has this number: see ops orders list",
	reason.ReceiptNotFound:    "no payment has this number, or it belongs to another order: see ops payments list",
	reason.ProductNotFound:    "no product has this code: see ops product list",
	reason.TicketNotFound:     "no ticket or request has this number: see ops support list, ops hardship list",
	reason.FileStoreAway:      "the object store does not answer, or refuses: see files.away and files.refused in the runbook",
	reason.FileNotFound:       "this file does not exist, or the object store has lost it: see files.lost in the runbook",
	reason.InvalidParameter:   "a value that was typed is invalid or out of range",
	reason.PhoneInvalid:       "this is not a mobile number of this region: type the whole number, as the borrower does",
}

// Sentence returns one line that tells an operator what went wrong.
func Sentence(err error) string {
	var shut unavailable
	if errors.As(err, &shut) {
		err = shut.error
	}
	var known *reason.Error
	if !errors.As(err, &known) || known.Reason == reason.System || known.Reason == reason.SystemBusy {
		return strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	text, ours := operatorTexts[known.Reason]
	if !ours {
		text = known.Text(lang.EN)
	}
	for field, why := range known.Fields {
		text += " (" + field + ": " + why.Text(lang.EN, nil) + ")"
	}
	return text
}

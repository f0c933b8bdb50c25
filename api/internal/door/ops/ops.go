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
	By   string `env:"USER,LOGNAME" placeholder:"NAME" help:"Who you are, for the timeline and the audit log; by default the name you are logged in under."`
	JSON bool   `help:"Print JSON instead of tables."`

	Orders       ordersCommands     `cmd:"" help:"Find orders; show one with everything that was written about it."`
	Decide       decideCommand      `cmd:"" help:"Decide by hand on an order that waits at its lender."`
	Cards        cardsCommands      `cmd:"" help:"Bank cards that wait for a review before money goes there."`
	Identities   identitiesCommands `cmd:"" help:"ID numbers that two members gave: a person has to look."`
	Faces        facesCommands      `cmd:"" help:"Faces that wait for a person to compare them with the ID."`
	Suspense     suspenseCommands   `cmd:"" help:"Money whose owner nobody knows yet."`
	Payments     paymentsCommands   `cmd:"" help:"Money that came in."`
	Proofs       proofsCommands     `cmd:"" help:"Pictures that borrowers sent to show that they have paid."`
	Refunds      refundsCommands    `cmd:"" help:"Overpayments on their way back."`
	Payouts      payoutsCommands    `cmd:"" help:"Payouts without an outcome: list, let one go again, end one; and payouts that came back."`
	Reversals    reversalsCommands  `cmd:"" help:"Payments of which the bank took a part back."`
	Waiting      waitingCommand     `cmd:"" help:"What waits for a person: how much of each kind, and since when."`
	Alarms       alarmsCommands     `cmd:"" help:"Money that no rule can correct: a person has to look."`
	Reconcile    reconcileCommand   `cmd:"" help:"Work every loan out again and compare the journal with it, and with a statement of the bank where one is given. Exit code 1 when anything differs."`
	Interest     interestCommand    `cmd:"" help:"Interest earned, by lender and value date, as posting it every night would have given it. What became known later of days before stands apart, on the day on which it did."`
	Product      productCommands    `cmd:"" help:"Products: list, show as a file, save from a file, suspend, resume."`
	Lender       lenderCommands     `cmd:"" help:"Lenders: list, show as a file, save from a file, print the key that one signs with."`
	Channel      channelCommands    `cmd:"" help:"Channels that bring borrowers: list, save, disable."`
	Credit       creditCommands     `cmd:"" help:"A borrower's limit and score."`
	Member       memberCommands     `cmd:"" help:"Borrowers: the allow-list, and another phone number."`
	Sessions     sessionsCommands   `cmd:"" help:"Borrowers' log-ins: end those of one, or of all."`
	App          appCommands        `cmd:"" help:"The Android app that this deployment hands out itself."`
	Deletions    deletionsCommands  `cmd:"" help:"Accounts whose owners want to leave."`
	Support      supportCommands    `cmd:"" help:"Messages and complaints: list, show, answer, close."`
	Hardship     hardshipCommands   `cmd:"" help:"Borrowers who cannot pay as agreed: list, accept, answer, close."`
	Reminders    remindersCommands  `cmd:"" help:"Reminders by SMS that have not gone out."`
	Jobs         jobsCommands       `cmd:"" help:"The job queue."`
	Clock        clockCommands      `cmd:"" help:"Business time; it can be moved on a development stack only."`
	Files        filesCommands      `cmd:"" help:"The object store: whose its buckets are, and what no row names."`
	Keys         keysCommands       `cmd:"" help:"Rotation of the keys that seal identity data."`
	Housekeeping housekeeping       `cmd:"" help:"Delete what has no further use: old counters, stored answers, codes. The API does so by itself every hour."`
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

// longestReference is the maximum number of characters of a bank reference, as in the reports of a gateway.
const longestReference = 100

// complete refuses a command with a required value that is empty after trimming, for example from an unset shell
// variable. Otherwise the books would not show why money moved, or under which reference. A reference that is too long
// is probably a whole page pasted by mistake.
func complete(k *kong.Context) error {
	for _, flag := range k.Flags() {
		if (flag.Name == "reference" || flag.Name == "instead-of") && utf8.RuneCountInString(flag.Target.String()) > longestReference {
			return fmt.Errorf("--%s is longer than %d characters: no bank's is", flag.Name, longestReference)
		}
		if flag.Required && flag.Target.Kind() == reflect.String && flag.Target.String() == "" {
			return fmt.Errorf("--%s is empty", flag.Name)
		}
	}
	return nil
}

// operatorTexts are the texts of refusals for an operator at a terminal. The default texts address a borrower.
var operatorTexts = map[reason.Reason]string{
	reason.StateChanged:       "there is nothing of this id to decide: somebody has decided already, it has ended, or the id is another's; list what waits",
	reason.OrderStateConflict: "the order is not, or no longer, where this can be done: see ops orders show",
	reason.NoData:             "there is nothing of this id: the list beside this command shows what there is",
	reason.NotFound:           "there is nothing of this id or reference: the list beside this command shows what there is",
	reason.OrderNotFound:      "there is no order of this number: see ops orders list",
	reason.ReceiptNotFound:    "there is no payment of this number: see ops payments list",
	reason.ProductNotFound:    "there is no product of this code: see ops product list",
	reason.TicketNotFound:     "there is no request of this number: see ops support list, ops hardship list",
	reason.InvalidParameter:   "something that was typed cannot be read, or is out of its bounds",
	reason.PhoneInvalid:       "this is no mobile number of this region: type all of it, as the borrower does",
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

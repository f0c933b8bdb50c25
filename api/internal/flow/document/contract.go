// Package document makes the documents of a borrower.
package document

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
)

// ContractArgs are the arguments of the job that makes the PDF of an accepted contract.
type ContractArgs struct {
	OrderID uuid.UUID `json:"orderId"`
}

// Kind names the job.
func (ContractArgs) Kind() string { return "document.contract" }

// InsertOpts names its queue.
func (ContractArgs) InsertOpts() river.InsertOpts { return job.Document.Options() }

// ErrAltered means that the stored text does not have the hash that was accepted.
var ErrAltered = errors.New("document: the stored contract differs from the accepted one")

// Documents is the flow.
type Documents struct {
	pool  *pgxpool.Pool
	clock clock.Clock
	files *media.Store
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, files *media.Store) *Documents {
	return &Documents{pool: pool, clock: c, files: files}
}

// Contract makes the PDF of an accepted offer from the text that was accepted, and stores it. It does nothing if the
// PDF already exists.
func (d *Documents) Contract(ctx context.Context, orderID uuid.UUID) error {
	order, err := loan.ByID(orderID).Read(ctx, d.pool)
	if err != nil {
		return err
	}
	documents, err := loan.Documents(orderID).Read(ctx, d.pool)
	if err != nil {
		return err
	}
	for _, doc := range documents {
		if doc.Kind == loan.DocumentContract {
			return nil
		}
	}
	accepted, err := loan.AcceptedOffer(orderID).Read(ctx, d.pool)
	if err != nil {
		return err
	}
	text := agreement.Parse(accepted.Version, accepted.Lang, accepted.Body)
	if text.Hash != hex.EncodeToString(accepted.SHA256) {
		return fmt.Errorf("%w: order %s", ErrAltered, orderID)
	}
	content, err := pdf.Render(contractDocument(order, accepted, text))
	if err != nil {
		return err
	}
	_, err = d.save(ctx, order.MemberID, content, func(f loan.File, now time.Time) postgres.Query[bool] {
		return loan.SaveContractDocument(accepted, f, now)
	})
	if errors.Is(err, errFaster) {
		return nil
	}
	return err
}

func contractDocument(o loan.Order, a loan.Acceptance, text agreement.Text) pdf.Document {
	w := acceptance.In(a.Lang)
	zone := region.Get(o.Region).TimeZone
	doc := pdf.Document{
		Lang: a.Lang, Title: text.Title, Subtitle: o.OrderNo, At: a.AcceptedAt,
		Footer: strings.NewReplacer("{version}", text.Version, "{hash}", text.Hash).Replace(w.Footer),
	}
	for _, section := range text.Sections {
		doc.Parts = append(doc.Parts, pdf.Part{Heading: section.Title, Paragraphs: section.Paragraphs})
	}
	doc.Parts = append(doc.Parts, pdf.Part{Heading: w.Accepted, Rows: []pdf.Row{
		{Label: w.Time, Value: money.FormatInstant(a.AcceptedAt, zone, a.Lang)},
		{Label: w.Device, Value: a.DeviceID.String()},
		{Label: "SHA-256", Value: text.Hash},
	}})
	return doc
}

// acceptanceTexts are printed below a contract. Footer has {version} and {hash}.
type acceptanceTexts struct{ Accepted, Time, Device, Footer string }

var acceptance = texts.Group[acceptanceTexts]("acceptance")

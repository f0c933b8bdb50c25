package document

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// CSV is the media type of a statement for spreadsheets.
const CSV = "text/csv; charset=utf-8"

// StatementRequest selects a statement of a member's loans.
type StatementRequest struct {
	Member uuid.UUID
	// Order limits the statement to one loan.
	Order *uuid.UUID
	// Period is a year ("2026") or a month ("2026-03"), or empty for the whole life of a loan.
	Period string
	// CSV requests a table instead of a PDF.
	CSV  bool
	Lang lang.Lang
}

// StatementFile is a finished statement. It is not stored.
type StatementFile struct {
	Name, Mime string
	Content    []byte
}

// statement is the data for a request.
type statement struct {
	period   period
	borrower kyc.VerifiedData
	loans    []loanStatement
}

// loanStatement is the part of one loan.
type loanStatement struct {
	order   loan.Order
	opening int64
	lines   []statementLine
	closing int64
}

// Statement makes a statement from the journal. If the period includes today, it ends with the charges that are not
// posted yet, so that it closes with what is owed today. It returns reason.OrderNotFound for a loan of another member,
// and reason.InvalidParameter for an invalid period.
func (d *Documents) Statement(ctx context.Context, req StatementRequest) (StatementFile, error) {
	p, err := parsePeriod(req)
	if err != nil {
		return StatementFile{}, err
	}
	found, err := d.statement(ctx, req, p)
	if err != nil {
		return StatementFile{}, err
	}
	file := StatementFile{Name: "statement-" + p.name}
	if req.CSV {
		file.Name, file.Mime = file.Name+".csv", CSV
		file.Content, err = statementTable(found, req.Lang)
		return file, err
	}
	file.Name, file.Mime = file.Name+".pdf", pdf.Mime
	doc := statementDocument(found, req.Lang)
	doc.At = d.clock.Now()
	file.Content, err = pdf.Render(doc)
	return file, err
}

func (d *Documents) statement(ctx context.Context, req StatementRequest, p period) (statement, error) {
	b := &pgx.Batch{}
	paidOut := loan.PaidOutOf(req.Member, req.Order).Queue(b)
	person := kyc.VerifiedDataOf(req.Member).Queue(b)
	if err := postgres.Send(ctx, d.pool, b); err != nil {
		return statement{}, err
	}
	orders := paidOut.Get()
	found := statement{period: p, borrower: person.Get()}
	if len(orders) == 0 {
		return found, nil
	}
	// One snapshot: otherwise a payment that comes in between would be missing from one of the reads.
	err := postgres.InSnapshot(ctx, d.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		facts, journal := servicing.PostedOf(orders...).Queue(b), ledger.StatementsOf(p.from, p.to, orders...).Queue(b)
		serials := repay.SerialsOf(orders...).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		for _, order := range orders {
			if part := d.ofLoan(facts.Get()[order], journal.Get()[order], serials.Get(), p); len(part.lines) > 0 || part.opening != 0 {
				found.loans = append(found.loans, part)
			}
		}
		return nil
	})
	return found, err
}

// ofLoan combines the journal with the charges up to today that are not posted yet.
func (d *Documents) ofLoan(facts servicing.Posted, journal ledger.Statement, serials map[uuid.UUID]string, p period) loanStatement {
	now := servicing.TimeOf(region.Get(facts.Order.Region), d.clock.Now())
	// Another process, whose clock is ahead, may already have posted the charges of the next day.
	if p.includes(now.Today) && !now.Today.Before(facts.PostedUpTo) {
		if pending, some := servicing.Accrual(facts, now.Today, now); some {
			journal.Movements = append(journal.Movements, pending.Movement())
		}
	}
	return loanStatement{order: facts.Order, opening: journal.Opening, lines: statementLines(journal, serials), closing: journal.Closing()}
}

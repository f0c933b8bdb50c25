package account

import (
	"context"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
)

// exportSources are the packages that store data about a borrower. deviceSources are those whose export depends on the
// device. kyc, which decrypts sealed data, media, audit and the packages in queueAsOf are added separately. A new
// package must be added here and to queueEraseAll.
var (
	exportSources = []func(b *pgx.Batch, member uuid.UUID) []*dataexport.Section{
		bankcard.QueueExport, credit.QueueExport, face.QueueExport,
	}
	deviceSources = []func(b *pgx.Batch, member, device uuid.UUID) []*dataexport.Section{
		member.QueueExport, channel.QueueExport, support.QueueExport, carrier.QueueExport,
	}
)

// queueAsOf reads the data that is reported as of today, such as whether a loan is overdue and whether a code is still
// open.
func queueAsOf(b *pgx.Batch, member uuid.UUID, today money.Date, now time.Time) []*dataexport.Section {
	return append(loan.QueueExport(b, member, today), repay.QueueExport(b, member, now)...)
}

// Copy writes everything stored about a borrower as an array of sections, and returns when it was put together. begin
// returns the writer; it is called again if the standby failed midway. fresh means that the borrower has just
// authenticated again. Copy writes one line to the audit log and takes one round trip.
func (a *Account) Copy(ctx context.Context, who borrower.Borrower, fresh bool, begin func() io.Writer) (time.Time, error) {
	now := a.clock.Now()
	if !fresh {
		return now, reason.New(reason.FreshCodeNeeded)
	}
	b := &pgx.Batch{}
	err := queueLog(b, who, "own_data.copied", now)
	if err == nil {
		err = postgres.Send(ctx, a.pool, b)
	}
	if err != nil {
		return now, err
	}
	var written *dataexport.Copy
	err = a.replica.Batch(ctx, func(b *pgx.Batch) {
		// Sealed data is decrypted after its section is read.
		held := a.kyc.QueueExport(b, who.ID, who.DeviceID)
		var sections []*dataexport.Section
		for _, queue := range deviceSources {
			sections = append(sections, queue(b, who.ID, who.DeviceID)...)
		}
		for _, queue := range exportSources {
			sections = append(sections, queue(b, who.ID)...)
		}
		sections = append(sections, queueAsOf(b, who.ID, who.Region.Today(now), now)...)
		sections = append(sections, media.QueueExport(b, who.ID, who.DeviceID), audit.QueueExport(b, who.ID))
		written = dataexport.Write(begin(), held, sections)
	})
	if err != nil {
		return now, postgres.Reason(err)
	}
	return now, written.End()
}

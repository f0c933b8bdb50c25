package document

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// keep returns a stored document, or makes and stores it. read, which may be nil, queues the reads that write needs.
func (d *Documents) keep(
	ctx context.Context, member uuid.UUID, p loan.DocumentKey, read func(*pgx.Batch), write func() (pdf.Document, error),
) (loan.File, error) {
	b := &pgx.Batch{}
	there := loan.FindDocument(p).Queue(b)
	if read != nil {
		read(b)
	}
	if err := postgres.Send(ctx, d.pool, b); err != nil {
		return loan.File{}, err
	}
	if kept := there.Get(); kept != nil {
		return *kept, nil
	}
	doc, err := write()
	if err != nil {
		return loan.File{}, err
	}
	content, err := pdf.Render(doc)
	if err != nil {
		return loan.File{}, err
	}
	kept, err := d.save(ctx, member, content, func(f loan.File, now time.Time) postgres.Query[bool] { return loan.SaveDocument(p, f, now) })
	if !errors.Is(err, errFaster) {
		return kept, err
	}
	found, err := loan.FindDocument(p).Read(ctx, d.pool)
	return orEmpty(found), err
}

// save stores a document's bytes and records it. record reports false if it is recorded already: then the bytes are removed and the
// error is errFaster.
func (d *Documents) save(
	ctx context.Context, member uuid.UUID, content []byte, record func(f loan.File, now time.Time) postgres.Query[bool],
) (loan.File, error) {
	now := d.clock.Now()
	stored, err := d.store(ctx, member, content)
	if err != nil {
		return loan.File{}, err
	}
	kept := loan.File{ID: stored.ID, SHA256: stored.SHA256}
	err = postgres.InTx(ctx, d.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		stored.QueueRecord(b, now)
		first := record(kept, now).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		if !first.Get() {
			return errFaster
		}
		return nil
	})
	if errors.Is(err, errFaster) {
		if failed := d.files.Discard(ctx, stored); failed != nil {
			return loan.File{}, failed
		}
	}
	return kept, err
}

// errFaster means that a concurrent request or job has stored the same document.
var errFaster = errors.New("document: a concurrent request has stored it first")

// store writes a document's bytes to the object store, before the transaction that records the document.
func (d *Documents) store(ctx context.Context, member uuid.UUID, content []byte) (media.Stored, error) {
	return d.files.Store(ctx, media.File{Member: member, Kind: media.Document, Mime: pdf.Mime, Content: content})
}

func orEmpty(f *loan.File) loan.File {
	if f == nil {
		return loan.File{}
	}
	return *f
}

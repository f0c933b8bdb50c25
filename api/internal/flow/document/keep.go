package document

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/pdf"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// keep finds a paper, or makes and keeps it. read, which may be nil, queues what write needs from the database.
func (d *Documents) keep(
	ctx context.Context, member uuid.UUID, p loan.Paper, read func(*pgx.Batch), write func() (pdf.Paper, error),
) (loan.File, error) {
	b := &pgx.Batch{}
	there := loan.QueuePaperFile(b, p)
	if read != nil {
		read(b)
	}
	if err := d.pool.SendBatch(ctx, b).Close(); err != nil {
		return loan.File{}, postgres.Reason(err)
	}
	if *there != nil {
		return **there, nil
	}
	paper, err := write()
	if err != nil {
		return loan.File{}, err
	}
	content, err := pdf.Render(paper)
	if err != nil {
		return loan.File{}, err
	}
	now := d.clock.Now()
	var kept loan.File
	err = postgres.InTx(ctx, d.pool, func(ctx context.Context, tx pgx.Tx) error {
		file := media.File{Member: member, Kind: media.Document, Mime: pdf.Mime, Content: content}
		id, err := d.files.Put(ctx, tx, file, now)
		if err != nil {
			return err
		}
		kept = loan.File{ID: id, SHA256: pdf.Sum(content)}
		first, err := loan.KeepPaper(ctx, tx, p, kept, now)
		if err != nil || first {
			return err
		}
		found, err := loan.PaperFile(ctx, tx, p)
		kept = orEmpty(found)
		return err
	})
	return kept, err
}

func orEmpty(f *loan.File) loan.File {
	if f == nil {
		return loan.File{}
	}
	return *f
}

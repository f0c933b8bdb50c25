package ops

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

type proofsCommands struct {
	List   proofsList   `cmd:"" help:"List the proofs of payment that wait for a decision, oldest first."`
	Show   proofsShow   `cmd:"" help:"Write the pictures of a proof to a folder."`
	Match  proofsMatch  `cmd:"" help:"Record which payment a proof shows. A payment in suspense is matched to the proof's order at the same time."`
	Reject proofsReject `cmd:"" help:"Reject a proof because no payment was found."`
}

type proofsList struct{ paged }

// Run lists the waiting proofs.
func (f proofsList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	waiting, err := c.Proofs.Waiting(ctx, page)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "proof.list", "repayment_proof"); err != nil {
		return err
	}
	orders := make([]uuid.UUID, len(waiting.Rows))
	for i, p := range waiting.Rows {
		orders[i] = p.OrderID
	}
	numbers, err := loan.Numbers(orders).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	t := columns("proofId", "createdAt", "orderNo", "pictures", "note")
	t.name = "proofs"
	for _, p := range waiting.Rows {
		t.add(p.ID, p.CreatedAt, numbers[p.OrderID], len(p.FileIDs), p.Note)
	}
	return c.printPage(t, waiting.Next)
}

type proofsShow struct {
	Proof string `arg:"" name:"proof-id" help:"Proof ID, as printed by proofs list."`
	To    string `default:"." type:"existingdir" help:"Folder to write to."`
}

// Run writes the pictures into a folder.
func (f proofsShow) Run(ctx context.Context, c *operator) error {
	p, err := c.proof(ctx, f.Proof)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "proof.read", "order:"+p.OrderID.String()); err != nil {
		return err
	}
	var written []string
	for n, id := range p.FileIDs {
		file, err := c.Keepers.Media.Read(ctx, c.Pool, id, c.actor, c.Clock.Now())
		if err != nil {
			return err
		}
		path := filepath.Join(f.To, fmt.Sprintf("%s-%d.jpg", p.ID, n+1))
		if err := os.WriteFile(path, file.Content, 0o600); err != nil {
			return err
		}
		written = append(written, path)
	}
	return c.done(map[string]any{"proofId": p.ID, "files": written}, "%d pictures: %v", len(written), written)
}

type proofsMatch struct {
	Proof   string `arg:"" name:"proof-id" help:"Proof ID, as printed by proofs list."`
	Payment string `arg:"" help:"Serial number or ID of the payment."`

	ExtensionFee bool `help:"Treat a payment in suspense as the fee of the extension that the borrower asked for. See suspense match."`
}

// Run matches a proof with a payment.
func (f proofsMatch) Run(ctx context.Context, c *operator) error {
	p, err := c.proof(ctx, f.Proof)
	if err != nil {
		return err
	}
	paid, err := repay.ByNumber(f.Payment).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Proofs.Match(ctx, p.ID, paid.ID, as(f.ExtensionFee), c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"proofId": p.ID, "serial": paid.Serial}, "The proof is matched to payment %s", paid.Serial)
}

type proofsReject struct {
	Proof  string `arg:"" name:"proof-id" help:"Proof ID, as printed by proofs list."`
	Reason string `required:"" help:"Reason, shown to the borrower. Write it in the borrower's language."`
}

// Run rejects a proof.
func (f proofsReject) Run(ctx context.Context, c *operator) error {
	p, err := c.proof(ctx, f.Proof)
	if err != nil {
		return err
	}
	if err := c.Proofs.Reject(ctx, p.ID, f.Reason, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"proofId": p.ID}, "The proof is rejected")
}

func (c *operator) proof(ctx context.Context, id string) (repay.Proof, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return repay.Proof{}, fmt.Errorf("%q is not a proof ID: see `ops proofs list`", id)
	}
	return repay.ProofByID(parsed).Read(ctx, c.Pool)
}

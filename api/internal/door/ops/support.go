package ops

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/domain/support"
)

type supportCommands struct {
	List   supportList   `cmd:"" help:"List unanswered tickets, the first due in front."`
	Show   supportShow   `cmd:"" help:"Show a ticket with all its messages and images."`
	Answer supportAnswer `cmd:"" help:"Answer an open ticket. With --again, also a ticket that was answered or closed already, as often as needed. The borrower sees the answer and is notified."`
	Close  supportClose  `cmd:"" help:"Close a ticket, answered or not. The borrower is notified."`
}

type supportList struct{ paged }

// Run lists the unanswered tickets.
func (f supportList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	all, err := c.Support.Waiting(ctx, c.actor, page)
	if err != nil {
		return err
	}
	today := c.Region.Today(c.Clock.Now())
	t := columns("ticketNo", "kind", "createdAt", "dueOn", "late", "orderNo", "messages")
	t.name = "tickets"
	for _, v := range all.Rows {
		t.add(v.Number, string(v.Kind), v.CreatedAt, v.DueOn, v.Late(today), v.OrderNo, v.Count)
	}
	return c.printPage(t, all.Next)
}

type supportShow struct {
	Ticket string `arg:"" name:"ticket-no" help:"Ticket number."`
	Images string `placeholder:"FOLDER" help:"Also write the images to this folder."`
}

// Run shows a ticket.
func (f supportShow) Run(ctx context.Context, c *operator) error {
	v, err := c.Support.Show(ctx, c.actor, f.Ticket)
	if err != nil {
		return err
	}
	t := columns("ticketNo", "kind", "state", "createdAt", "dueOn", "orderNo", "memberId", "answeredAt", "closedAt")
	t.name, t.upright = "ticket", true
	t.add(v.Number, string(v.Kind), string(v.State), v.CreatedAt, v.DueOn, v.OrderNo, v.MemberID, v.AnsweredAt, v.ClosedAt)
	said := columns("at", "author", "text", "images")
	said.name = "messages"
	for _, n := range v.Messages {
		said.add(n.At, string(n.Author), n.Body, n.Files)
	}
	if f.Images != "" {
		if err := c.writeImages(ctx, v, f.Images); err != nil {
			return err
		}
	}
	return c.printAll(t, said)
}

func (c *operator) writeImages(ctx context.Context, v support.Thread, folder string) error {
	var images []uuid.UUID
	for _, n := range v.Messages {
		images = append(images, n.Files...)
	}
	for i, id := range images {
		file, err := c.Files.Read(ctx, c.Pool, id, c.actor, c.Clock.Now())
		if err != nil {
			return err
		}
		// Images are stored as JPEG, whatever format was uploaded.
		name := filepath.Join(folder, fmt.Sprintf("%s-%d.jpg", v.Number, i+1))
		if err := os.WriteFile(name, file.Content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

type supportAnswer struct {
	Ticket string `arg:"" name:"ticket-no" help:"Ticket number."`
	Text   string `required:"" help:"Message to the borrower, in the borrower's language."`
	Again  bool   `help:"Also answer a ticket that was answered or closed already."`
}

// Run answers a ticket.
func (f supportAnswer) Run(ctx context.Context, c *operator) error {
	if err := c.Support.Answer(ctx, c.actor, f.Ticket, f.Text, f.Again); err != nil {
		return err
	}
	return c.done(map[string]any{"ticketNo": f.Ticket, "state": "answered"}, "%s is answered", f.Ticket)
}

type supportClose struct {
	Ticket string `arg:"" name:"ticket-no" help:"Ticket number."`
}

// Run closes a ticket.
func (f supportClose) Run(ctx context.Context, c *operator) error {
	if err := c.Support.Close(ctx, c.actor, f.Ticket); err != nil {
		return err
	}
	return c.done(map[string]any{"ticketNo": f.Ticket, "state": "closed"}, "%s is closed", f.Ticket)
}

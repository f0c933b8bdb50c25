package api_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// market is a stack with a lender and a product.
type market struct {
	*apptest.Stack
	product product.Product
}

func newMarket(t testing.TB, options ...apptest.Option) market {
	t.Helper()
	stack := apptest.Start(t, options...)
	return market{Stack: stack, product: stack.Market(t)}
}

var version = apptest.Version

func (m market) save(t testing.TB, d product.Draft) product.Product {
	t.Helper()
	return m.Product(t, d)
}

// person is what a borrower has proved.
type person struct {
	income  int
	account string
	born    string
}

type trait func(*person)

func income(band int) trait       { return func(p *person) { p.income = band } }
func account(number string) trait { return func(p *person) { p.account = number } }

// borrower returns a borrower who is logged in and verified. The card is added over HTTP.
func (m market) borrower(t testing.TB, traits ...trait) *apptest.Client {
	t.Helper()
	p := person{income: 4, account: "1903" + apptest.Phone()[1:], born: "1995-05-05"}
	for _, set := range traits {
		set(&p)
	}
	c := m.Login(t)
	m.verify(t, c, p)
	m.card(t, c, p.account)
	return c
}

// verify writes the topics as their forms would.
func (m market) verify(t testing.TB, c *apptest.Client, p person) {
	t.Helper()
	require.NoError(t, m.Verify(t.Context(), c.MemberID, apptest.Person{Income: p.income, Born: p.born}))
}

func (m market) card(t testing.TB, c *apptest.Client, number string) contract.BankCard {
	t.Helper()
	var card contract.BankCard
	c.OK(t, "bankCardAdd", body{"bankCode": "VCB", "accountNumber": number, "accountNumberAgain": number, "accountType": "account"}, &card)
	return card
}

// apply reads the agreement and applies with the default card.
func (m market) apply(t testing.TB, c *apptest.Client, amount int64, term int) contract.OrderRef {
	t.Helper()
	var ref contract.OrderRef
	c.OK(t, "loanApply", m.application(t, c, amount, term), &ref)
	return ref
}

func (m market) application(t testing.TB, c *apptest.Client, amount int64, term int) body {
	t.Helper()
	var text contract.ContractData
	c.OK(t, "loanContract", body{"loanId": m.product.ID, "amount": amount, "termDays": term}, &text)
	return body{
		"loanId": m.product.ID, "amount": amount, "termDays": term, "bankCardId": m.cards(t, c)[0].CardID,
		"contractHash": text.Hash, "contractAccepted": true,
	}
}

func (m market) cards(t testing.TB, c *apptest.Client) []contract.BankCard {
	t.Helper()
	var cards contract.BankCardsData
	c.OK(t, "bankCardList", body{}, &cards)
	require.NotEmpty(t, cards.Cards)
	return cards.Cards
}

// confirmation reads the final agreement and gets a code.
func (m market) confirmation(t testing.TB, c *apptest.Client, order contract.OrderRef) body {
	t.Helper()
	var text contract.ContractData
	c.OK(t, "orderContract", body{"orderId": order.OrderID}, &text)
	m.AdvanceWall(3 * time.Minute)
	c.SendCode(t, 201)
	return body{"orderId": order.OrderID, "smsCode": m.Code(t, c.Phone), "contractHash": text.Hash, "contractAccepted": true}
}

func (m market) confirm(t testing.TB, c *apptest.Client, order contract.OrderRef) {
	t.Helper()
	var ref contract.OrderRef
	c.OK(t, "orderConfirm", m.confirmation(t, c, order), &ref)
	require.Equal(t, int(loan.Disbursing), ref.Status)
}

func (m market) detail(t testing.TB, c *apptest.Client, order contract.OrderRef) contract.OrderDetailData {
	t.Helper()
	var d contract.OrderDetailData
	c.OK(t, "orderDetail", body{"orderId": order.OrderID}, &d)
	return d
}

// await waits until the workers have brought an order to a status.
func (m market) await(t testing.TB, c *apptest.Client, order contract.OrderRef, status loan.Status) contract.OrderDetailData {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	ticker := time.NewTicker(30 * time.Millisecond)
	defer ticker.Stop()
	for {
		d := m.detail(t, c, order)
		if d.Order.Status == int(status) {
			return d
		}
		select {
		case <-ctx.Done():
			require.FailNow(t, "the order did not reach the expected status", "want status %d, got %d", status, d.Order.Status)
		case <-ticker.C:
		}
	}
}

func events(d contract.OrderDetailData) []string {
	all := make([]string, len(d.Timeline))
	for i, e := range d.Timeline {
		all[i] = e.Event
	}
	return all
}

// rows returns the content of every table that holds orders, money or credit. The stored answers are left out.
func (m market) rows(t testing.TB) map[string]string {
	t.Helper()
	content := map[string]string{}
	for _, table := range []string{
		"loan_order", "order_event", "contract_acceptance", "disbursement", "loan", "ledger_transaction", "ledger_entry",
		"ledger_balance", "bank_card", "credit_profile", "credit_event", "product_freeze", "sandbox_bank.transfer",
	} {
		var rows string
		err := m.Owner.QueryRow(t.Context(), `SELECT COALESCE(string_agg(t::text, chr(10) ORDER BY t::text), '') FROM `+table+` t`).Scan(&rows)
		require.NoError(t, err)
		content[table] = rows
	}
	return content
}

type client = apptest.Client

package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// belongings holds the ids of a member's objects by their names in the contract.
type belongings map[string]uuid.UUID

// ownsEverything returns the ids of a member who has one object of every kind that has an id.
func ownsEverything(t *testing.T, m market) (open, paid belongings) {
	t.Helper()
	c := m.borrower(t)
	answer := upload(t, c, kindOf("identity"), photo(t))
	require.True(t, answer.Success, "%s", answer.Body)
	var file contract.FileData
	require.NoError(t, json.Unmarshal(answer.Data, &file))
	order := m.apply(t, c, 5_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	m.await(t, c, order, loan.WaitingPayment)
	var intent contract.PayIntentData
	c.OK(t, "repayBank", body{"orderId": order.OrderID, "amount": 400_000, "purpose": "repayment"}, &intent)
	event := report("FOREIGN", intent.Memo, 400_000, m.Now())
	require.Equal(t, http.StatusOK, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), event).Status)
	var seen contract.PayIntentData
	c.OK(t, "repayIntent", body{"intentId": intent.IntentID}, &seen)
	card := m.cards(t, c)[0].CardID
	paid = belongings{
		"orderId": order.OrderID, "paymentId": *seen.PaymentID, "intentId": intent.IntentID, "cardId": card, "bankCardId": card,
		"deviceId": deviceOf(t, c), "replacementCardId": card, "passbookFileId": file.FileID, "frontFileId": file.FileID, "backFileId": file.FileID, "id": file.FileID,
	}
	var sent contract.TicketThread
	c.OK(t, "supportComplain", body{"text": "x"}, &sent)
	var asked contract.Hardship
	c.OK(t, "supportPlan", body{"orderId": order.OrderID, "amount": 100_000, "text": "x"}, &asked)
	var box contract.InboxData
	c.OK(t, "supportInbox", body{}, &box)
	paid["upTo"] = box.Notices[0].NoticeID
	paid["ticketId"], paid["hardshipId"] = sent.Ticket.TicketID, asked.HardshipID
	second := m
	second.product = m.save(t, product.Draft{Code: "second", LenderCode: "sen", Version: version("second")})
	offer := second.apply(t, c, 2_000_000, 91)
	m.await(t, c, offer, loan.ToConfirm)
	newDevice(t, c).AskIn(t)
	paid["approvalId"] = c.Pending(t)
	open = maps.Clone(paid)
	open["orderId"] = offer.OrderID
	return open, paid
}

// public lists the ids that every caller may name.
var public = map[string]bool{"loanId": true}

// otherMember has everything of its own that the calls need, so that only the id is wrong.
type otherMember struct {
	*client
	own body
}

func newStranger(t *testing.T, m market) otherMember {
	t.Helper()
	c := m.borrower(t)
	c.Refresh(t, 202)
	m.card(t, c, "1906"+apptest.Phone()[1:])
	order := m.apply(t, c, 2_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	cards := m.cards(t, c)
	m.product = m.save(t, product.Draft{Code: "third", LenderCode: "sen", Version: version("third")})
	number := "1907" + apptest.Phone()[1:]
	own := m.application(t, c, 2_000_000, 91)
	own["approve"] = false
	maps.Copy(own, body{
		"orderId": order.OrderID, "cardId": cards[0].CardID, "replacementCardId": cards[1].CardID, "smsCode": "1234",
		"times": 1, "fee": 75_000, "newDueDate": "2026-06-26", "paid": false, "method": "bank", "accepted": true, "note": "",
		"bankCode": "VCB", "accountNumber": number, "accountNumberAgain": number, "purpose": "repayment",
	})
	return otherMember{client: c, own: own}
}

// newNewcomer returns a member who has everything except an identity.
func newNewcomer(t *testing.T, m market) otherMember {
	t.Helper()
	c := m.Login(t)
	own := body{"idName": "Trần Văn Minh", "idNumber": "001095000001", "birthday": "1995-05-05", "gender": 1}
	for _, name := range []string{"frontFileId", "backFileId"} {
		answer := upload(t, c, kindOf("identity"), photo(t))
		var file contract.FileData
		require.NoError(t, json.Unmarshal(answer.Data, &file))
		own[name] = file.FileID
	}
	return otherMember{client: c, own: own}
}

// request returns a valid body with one id replaced and without optional fields of which the member has none.
func (s otherMember) request(t *testing.T, op contract.Operation, name string, id uuid.UUID) []byte {
	t.Helper()
	schema := schemaOf(t, op)
	request := body{}
	for field, property := range schema.Properties {
		if own, known := s.own[field]; known {
			request[field] = own
		} else if slices.Contains(schema.Required, field) {
			request[field] = example(property.Value)
		}
	}
	request[name] = id
	return encode(t, request)
}

// A caller who names an object of another member gets the same answer as for an id that does not exist, and changes
// nothing. An id that is added to the contract must be added here.
//
// spec: 6.own-data
func TestIDsOfOtherMembersAreReportedAsNotFound(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	open, paid := ownsEverything(t, m)
	settled, newcomer := newStranger(t, m), newNewcomer(t, m)
	document, err := contract.Load()
	require.NoError(t, err)
	before := m.rows(t)
	tried := 0
	for _, op := range document.Operations() {
		if !op.JSON || op.Access == contract.AccessOpen {
			continue
		}
		for name, property := range schemaOf(t, op).Properties {
			if property.Value.Format != "uuid" || public[name] {
				continue
			}
			require.Contains(t, paid, name, "%s has an id field that this test does not cover", op.ID)
			who := settled
			if op.ID == "authIdentity" {
				who = newcomer
			}
			none := who.Send(t, op, op.Path, asJSON(), who.request(t, op, name, uuid.New()))
			requireUnknown(t, op, name, none)
			for _, belongs := range []belongings{open, paid} {
				answer := who.Send(t, op, op.Path, asJSON(), who.request(t, op, name, belongs[name]))
				require.Equal(t, none.Status, answer.Status, "%s with %s", op.ID, name)
				require.JSONEq(t, string(none.Body), string(answer.Body), "the response of %s reveals that %s exists", op.ID, name)
				tried++
			}
			require.Equal(t, before, m.rows(t), "%s with %s", op.ID, name)
		}
	}
	require.Greater(t, tried, 20)
}

// requireUnknown requires that the id, and nothing else, is what the answer rejects.
func requireUnknown(t *testing.T, op contract.Operation, name string, a apptest.Answer) {
	t.Helper()
	if op.ID == "repayRecord" {
		var record contract.RecordData
		require.NoError(t, json.Unmarshal(a.Data, &record))
		require.Empty(t, record.Payments, "an unknown order has no payments")
		require.Empty(t, record.NextCursor)
		return
	}
	if op.ID == "supportRead" {
		require.True(t, a.Success, "marking an unknown notice as read succeeds")
		return
	}
	if a.Failure.Reason == reason.InvalidParameter {
		require.Contains(t, a.Failure.Fields, name, "%s: %s", op.ID, a.Body)
		require.Len(t, a.Failure.Fields, 1, "%s: %s", op.ID, a.Body)
		return
	}
	require.Contains(t, []reason.Reason{reason.OrderNotFound, reason.CardNotFound, reason.ReceiptNotFound, reason.NotFound, reason.DeviceNotFound, reason.TicketNotFound, reason.ApprovalOver},
		a.Failure.Reason, "%s with %s: %s", op.ID, name, a.Body)
}

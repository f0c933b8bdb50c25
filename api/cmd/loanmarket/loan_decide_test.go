package main_test

import (
	"errors"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// These are the order statuses that the loans wait for.
const (
	toConfirm   = 4
	payFailed   = 6
	cancelled   = 7
	waitingPaid = 9
)

func (l *loan) me() body { return body{"orderId": l.order.OrderID} }

// decide waits for the offer and confirms it. Some borrowers cancel concurrently: while the lender decides, so that the
// request may come before or after the offer, or at the moment of the confirmation. One of the two counts.
func (l *loan) decide() error {
	switch l.random.IntN(6) {
	case 0:
		return l.cancelWhile(func() error { return l.offered() })
	case 1:
		if err := l.offered(); err != nil {
			return err
		}
		return l.cancelWhile(l.confirm)
	}
	if err := l.offered(); err != nil {
		return err
	}
	return l.confirm()
}

// cancelWhile tries to cancel until do has returned, and then checks which of the two happened.
func (l *loan) cancelWhile(do func() error) error {
	done := make(chan struct{})
	var cancelling sync.WaitGroup
	cancelling.Go(func() {
		for l.say("orderCancel", l.me(), nil) != nil {
			select {
			case <-done:
				return
			default:
				pause(l.ctx, 20*time.Millisecond)
			}
		}
	})
	failed := do()
	close(done)
	cancelling.Wait()
	var detail contract.OrderDetailData
	if err := l.say("orderDetail", l.me(), &detail); err != nil {
		return errors.Join(failed, err)
	}
	switch l.cancelled = detail.Order.Status == cancelled; {
	case l.cancelled:
		return nil
	case failed != nil:
		return failed
	case detail.Order.Status == toConfirm:
		return l.confirm()
	}
	return nil
}

// offered waits for the lender's approval or the end of the order.
func (l *loan) offered() error {
	var detail contract.OrderDetailData
	return l.until("orderDetail", l.me(), &detail, func() bool { return detail.Order.Status == toConfirm || detail.Order.Status == cancelled })
}

func (l *loan) confirm() error {
	var text contract.ContractData
	if err := l.say("orderContract", l.me(), &text); err != nil {
		return err
	}
	code, err := l.code(201)
	if err != nil {
		return err
	}
	return l.say("orderConfirm", body{"orderId": l.order.OrderID, "smsCode": code, "contractHash": text.Hash, "contractAccepted": true}, nil)
}

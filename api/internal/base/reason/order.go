package reason

// Products, applications and the states of an order.
const (
	ProductNotFound     Reason = "product_not_found"
	ProductSuspended    Reason = "product_suspended"
	ProductFrozen       Reason = "product_frozen"
	NotEligible         Reason = "not_eligible"
	RepayFirst          Reason = "repay_first"
	CreditTooLow        Reason = "credit_too_low"
	ScoreTooLow         Reason = "score_too_low"
	AmountOutOfBounds   Reason = "amount_out_of_bounds"
	AmountStep          Reason = "amount_step"
	TermNotOffered      Reason = "term_not_offered"
	DebtLimit           Reason = "debt_limit"
	OrderInProgress     Reason = "order_in_progress"
	OrderNotFound       Reason = "order_not_found"
	OrderStateConflict  Reason = "order_state_conflict"
	OrderNotConfirmable Reason = "order_not_confirmable"
	OrderNotCancellable Reason = "order_not_cancellable"
	OfferExpired        Reason = "offer_expired"
	ContractNotAccepted Reason = "contract_not_accepted"
	ContractChanged     Reason = "contract_changed"
	PayoutUnderway      Reason = "payout_underway"
	CardChangeRefused   Reason = "card_change_refused"
)

var orderRows = []row{
	{ProductNotFound, 20501, 404},
	{ProductSuspended, 20503, 422},
	{ProductFrozen, 20504, 422},
	{NotEligible, 20505, 422},
	{RepayFirst, 20506, 422},
	{CreditTooLow, 20507, 422},
	{ScoreTooLow, 20513, 422},
	{AmountOutOfBounds, 20508, 422},
	{AmountStep, 20509, 422},
	{TermNotOffered, 20510, 422},
	{DebtLimit, 20511, 422},
	{OrderInProgress, 20512, 409},
	{OrderNotFound, 20521, 404},
	{OrderStateConflict, 20522, 409},
	{OrderNotConfirmable, 20523, 409},
	{OrderNotCancellable, 20524, 409},
	{OfferExpired, 20525, 409},
	{ContractNotAccepted, 20531, 422},
	{ContractChanged, 20532, 409},
	{PayoutUnderway, 20542, 409},
	{CardChangeRefused, 20543, 409},
}

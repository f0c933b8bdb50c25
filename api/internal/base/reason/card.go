package reason

// Bank cards.
const (
	CardNotFound    Reason = "card_not_found"
	CardNotActive   Reason = "card_not_active"
	CardUnderReview Reason = "card_under_review"
	CardClosed      Reason = "card_closed"
	CardLast        Reason = "card_last"
	CardInUse       Reason = "card_in_use"
	CardTaken       Reason = "card_taken"
	CardTooMany     Reason = "card_too_many"
	BankUnknown     Reason = "bank_unknown"
)

var cardRows = []row{
	{CardNotFound, 20401, 404},
	{CardNotActive, 20403, 422},
	{CardUnderReview, 20404, 409},
	{CardClosed, 20405, 409},
	{CardLast, 20406, 422},
	{CardInUse, 20407, 409},
	{CardTaken, 20408, 409},
	{CardTooMany, 20409, 422},
	{BankUnknown, 20410, 422},
}

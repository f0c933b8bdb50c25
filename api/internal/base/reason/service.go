package reason

// Customer service.
const (
	ComplaintTooLong Reason = "complaint_too_long"
	TicketNotFound   Reason = "ticket_not_found"
	HardshipOpen     Reason = "hardship_open"
	HardshipNoLoan   Reason = "hardship_no_loan"
	PromiseDate      Reason = "promise_date"
	HardshipAmount   Reason = "hardship_amount"
	SupportTooMany   Reason = "support_too_many"
	TicketEnded      Reason = "ticket_ended"
)

var serviceRows = []row{
	{ComplaintTooLong, 20801, 400},
	{TicketNotFound, 20802, 404},
	{HardshipOpen, 20804, 409},
	{HardshipNoLoan, 20805, 422},
	{PromiseDate, 20806, 400},
	{HardshipAmount, 20807, 400},
	{SupportTooMany, 20808, 429},
	{TicketEnded, 20809, 409},
}

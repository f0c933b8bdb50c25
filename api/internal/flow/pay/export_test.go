package pay

// LoansPerRun is the number of loans that one run posts.
const LoansPerRun = accruePageSize * accrueMaxPages

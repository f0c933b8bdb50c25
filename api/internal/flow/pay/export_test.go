package pay

// LoansPerRun is how many loans one run posts.
const LoansPerRun = accruePageSize * accrueMaxPages

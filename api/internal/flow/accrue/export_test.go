package accrue

// LoansPerRun is the number of loans that one run posts.
const LoansPerRun = pageSize * maxPages

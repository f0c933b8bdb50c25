package pay

// AccrueAtOnce is how many loans one run posts.
const AccrueAtOnce = accruePage * accruePages

package remind

// ScanAtOnce is how many loans one run looks at.
const ScanAtOnce = scanBatch * pagesAtOnce

/** Numeric values of the contract with readable names (spec 3 and 4). */

export const Gender = { female: 0, male: 1 } as const;

export const Education = {
  studying: 0,
  highSchool: 1,
  technicalSchool: 2,
  college: 3,
  bachelor: 4,
  master: 5,
  doctorate: 6,
  other: 7,
  primary: 8,
  juniorHigh: 9,
} as const;

export const Marital = { married: 1, divorced: 2, single: 3, other: 4, widowed: 5 } as const;

export const Relationship = {
  other: 0,
  parents: 1,
  siblings: 2,
  colleague: 3,
  classmate: 4,
  relative: 5,
  friend: 6,
  spouse: 7,
  child: 8,
} as const;

/** The status of an order. 7: cancelled by the borrower; 8: cancelled by the system. */
export const OrderStatus = {
  waitingRiskReview: 1,
  underReview: 2,
  rejected: 3,
  toBeConfirmed: 4,
  disbursing: 5,
  disbursementFailed: 6,
  cancelled: 7,
  cancelledBySystem: 8,
  waitingPayment: 9,
} as const;

export const RepayStatus = { awaiting: 1, overdue: 2, settled: 3 } as const;

/** The groups of the product list. */
export const ProductGroup = {
  improveCredit: 99,
  repayOnTime: 1,
  oneStep: 2,
  available: 3,
  applied: 4,
  unavailable: 5,
} as const;

export const CardStatus = { inactive: 0, active: 1, closed: 2 } as const;

/** The purpose of an SMS code. */
export const SmsType = { login: 200, confirmLoan: 201, bankCard: 202, deleteAccount: 203, copyOfData: 204, faceKey: 205 } as const;

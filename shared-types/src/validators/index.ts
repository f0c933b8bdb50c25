export { accountDigits, isAccountNumber } from './account';
export { isImageCode, isSmsCode } from './codes';
export { idContradictions, readIdNumber, type IdCard, type IdProblem } from './idNumber';
export { contactProblem, isLandingPhone, isPhone, maskPhone, normalizePhone, type ContactProblem, type PhoneRegion } from './phone';

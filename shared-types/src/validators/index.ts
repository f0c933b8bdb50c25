export { accountDigits, isAccountNumber } from './account';
export { isImageCode, isSmsCode } from './codes';
export { idContradictions, readIdNumber, type IdCard, type IdProblem } from './idNumber';
export { isContactPhone, isLandingPhone, isPhone, maskPhone, normalizePhone, type PhoneRegion } from './phone';

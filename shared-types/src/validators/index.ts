export { accountDigits, isAccountNumber } from './account';
export { isImageCode, isSmsCode } from './codes';
export { idContradictions, readIdNumber, type IdCard, type IdProblem } from './idNumber';
export { contactProblem, isLandingPhone, isMobilePhone, isPhone, maskPhone, normalizePhone, type ContactProblem, type MobileRegion, type PhoneRegion } from './phone';

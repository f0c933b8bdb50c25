export { accountDigits, isAccountNumber } from './account';
export { isImageCode, isSmsCode } from './codes';
export { checkIdNumber, type IdProblem } from './idNumber';
export { isContactPhone, isLandingPhone, isPhone, maskPhone, type PhoneRegion } from './phone';

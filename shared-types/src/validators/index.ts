export { cleanAccountNumber, isSameAccountNumber } from './account';
export { isImageCode, isSmsCode, maskDigits, maskImageCode } from './codes';
export { asciiDigits, visibleDigits } from './digits';
export { idContradictions, readIdNumber, type IdCard, type IdProblem } from './idNumber';
export { MAX_MESSAGE, messageProblem, textLength } from './message';
export { brokenRules, passwordRules, type PasswordRule } from './password';
export { contactProblem, isLandingPhone, isMobilePhone, isPhone, maskPhone, normalizePhone, typePhone, type ContactProblem, type MobileRegion, type PhoneRegion, type TypedPhone } from './phone';

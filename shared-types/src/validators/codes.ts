/** Image code: exactly 4 characters once trimmed. */
export function isImageCode(typed: string): boolean {
  return typed.trim().length === 4;
}

/** SMS code: as many digits as the region says. */
export function isSmsCode(typed: string, length: number): boolean {
  return typed.length === length && /^\d+$/.test(typed);
}

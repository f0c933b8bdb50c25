const SLOT = 'lm:newMember';

/** Keeps who has just registered until a page with the advertising tool can tell it. */
export function rememberNewMember(memberId: string): void {
  try {
    sessionStorage.setItem(SLOT, memberId);
  } catch {
    // The server tells the platform all the same.
  }
}

/** Who has just registered, once; null when nobody has. */
export function takeNewMember(): string | null {
  try {
    const memberId = sessionStorage.getItem(SLOT);
    sessionStorage.removeItem(SLOT);
    return memberId;
  } catch {
    return null;
  }
}

/** Nobody is told of them any more: they have left. */
export function forgetNewMember(): void {
  takeNewMember();
}

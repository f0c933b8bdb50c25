const SLOT = 'lm:newMember';

/** Stores the id of a newly registered member until a page with the advertising tool can report it. */
export function rememberNewMember(memberId: string): void {
  try {
    sessionStorage.setItem(SLOT, memberId);
  } catch {
    // The server reports the registration to the platform anyway.
  }
}

/** Returns the id of the newly registered member once; null if there is none. */
export function takeNewMember(): string | null {
  try {
    const memberId = sessionStorage.getItem(SLOT);
    sessionStorage.removeItem(SLOT);
    return memberId;
  } catch {
    return null;
  }
}

/** Drops the stored id, because the member has logged out. */
export function forgetNewMember(): void {
  takeNewMember();
}

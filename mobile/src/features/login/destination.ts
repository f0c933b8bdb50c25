import { redirectTarget } from '@/lib/nav/paths';

/** Where a login leads (spec 4): back to where it was asked for, else home, which greets a new member. */
export function destination(redirect: string | null, isNewMember: boolean): string {
  if (redirect) return redirectTarget(`?redirect=${encodeURIComponent(redirect)}`);
  return isNewMember ? '/?isNewMember=1' : '/';
}

import { redirectTarget } from '@/lib/nav/paths';

/** The target after a login (spec 4): the page that required it, otherwise home, which greets a new member. */
export function destination(redirect: string | null, isNewMember: boolean): string {
  if (redirect) return redirectTarget(`?redirect=${encodeURIComponent(redirect)}`);
  return isNewMember ? '/?isNewMember=1' : '/';
}

import { useEffect, useRef } from 'react';
import { destination } from './destination';
import { useLogin } from './hooks/useLogin';
import { PhoneStep } from './parts/PhoneStep';
import { SecondFact } from './parts/SecondFact';
import { useNav, useQueryParam } from '@/app/nav';
import { useMember } from '@/app/useMember';
import { ErrorState } from '@/ui/states';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { Page } from '@/ui/Page';

/** /m/login: phone and code, a second fact on a new device, then back to where the login was asked for. */
export default function LoginPage() {
  const nav = useNav();
  const redirect = useQueryParam('redirect');
  const member = useMember();
  const isNew = useRef(false);
  const login = useLogin(() => (isNew.current = true));
  const known = member.data !== undefined;
  const secondFact = member.data?.secondFactNeeded ?? false;
  const through = known && !secondFact;

  useEffect(() => {
    if (through) nav.replace(destination(redirect, isNew.current));
  }, [through, nav, redirect]);

  if (secondFact) return <SecondFact />;
  return (
    <Page end={<LanguageSwitch />}>
      {member.isError ? <ErrorState error={member.error} onRetry={() => void member.refetch()} /> : <PhoneStep login={login} />}
    </Page>
  );
}

import { Suspense, useEffect, useRef, useState } from 'react';
import { destination } from './destination';
import { useLogin } from './hooks/useLogin';
import { NewDevice } from './parts/NewDevice';
import { PhoneStep, type LoginForm } from './parts/PhoneStep';
import { lazyPart } from '@/lib/lazy';
import { useMember, useSession } from '@/lib/member';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { ErrorState } from '@/ui/states';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { useLast } from '@/ui/overlay/Sheet';
import { useBackStep } from '@/ui/overlay/useBackStep';
import { Page } from '@/ui/Page';
import { FormSkeleton } from '@/ui/Skeleton';

const FaceLogin = lazyPart('face', () => import('./parts/FaceLogin'));

/**
 * /m/login: phone and code, or the face if offered; then, on a new device, the second fact; then back to the page that
 * required the login.
 */
export default function LoginPage() {
  const nav = useNav();
  const redirect = useQueryParam('redirect');
  const member = useMember();
  const isNew = useRef(false);
  const login = useLogin(() => (isNew.current = true));
  const [faceOf, setFaceOf] = useState<LoginForm | null>(null);
  // The form is remounted after a face check.
  const typed = useLast(faceOf);
  useBackStep(faceOf !== null, () => setFaceOf(null));
  const known = member.data !== undefined;
  const secondFact = member.data?.secondFactNeeded ?? false;
  const through = known && !secondFact;

  // Home in the background receives the member at the same time and starts loading.
  const knownAt = useRef(0);
  knownAt.current = member.dataUpdatedAt;

  useEffect(() => {
    if (through) nav.replace(destination(redirect, isNew.current), knownAt.current);
  }, [through, nav, redirect]);

  // The code or the face check has done its part: neither may be in the way of what is shown now, nor be there again if
  // the borrower logs out on this page.
  const { close } = login.code;
  const failed = member.isError;
  useEffect(() => {
    if (!secondFact && !failed) return;
    close();
    setFaceOf(null);
  }, [secondFact, failed, close]);
  const { loggedIn } = useSession();
  useEffect(() => (loggedIn ? close : undefined), [loggedIn, close]);

  if (secondFact) return <NewDevice />;
  if (faceOf !== null) {
    const bySms = () => {
      setFaceOf(null);
      void login.start(faceOf.phone, faceOf.inForce);
    };
    return (
      <Suspense fallback={<Page><FormSkeleton fields={1} /></Page>}>
        <FaceLogin typed={faceOf} onSms={bySms} />
      </Suspense>
    );
  }
  return (
    <Page end={<LanguageSwitch />}>
      {member.isError ? <ErrorState error={member.error} onRetry={() => member.refetch()} /> : <PhoneStep login={login} typed={typed} onFace={setFaceOf} />}
    </Page>
  );
}

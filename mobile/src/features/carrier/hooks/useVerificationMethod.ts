import { useEffect } from 'react';
import { useParams } from 'react-router';
import { mallPath } from '../paths';
import { useNav } from '@/lib/nav/nav';

export type VerificationMethod = 'password' | 'code';

/** The verification method in the URL; null if it is invalid, which redirects to the choice of methods. */
export function useVerificationMethod(): VerificationMethod | null {
  const nav = useNav();
  const { channel, type } = useParams<{ channel: string; type: string }>();
  const method = type === 'password' || type === 'code' ? type : null;
  useEffect(() => {
    if (method === null) nav.replace(mallPath(channel));
  }, [method, channel, nav]);
  return method;
}

import { useEffect } from 'react';
import { useParams } from 'react-router';
import { mallPath } from '../paths';
import { useNav } from '@/lib/nav/nav';

export type Way = 'password' | 'code';

/** The verification method in the URL; null if it is invalid, which redirects to the choice of methods. */
export function useWay(): Way | null {
  const nav = useNav();
  const { channel, type } = useParams<{ channel: string; type: string }>();
  const way = type === 'password' || type === 'code' ? type : null;
  useEffect(() => {
    if (way === null) nav.replace(mallPath(channel));
  }, [way, channel, nav]);
  return way;
}

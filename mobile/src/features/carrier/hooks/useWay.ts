import { useEffect } from 'react';
import { useParams } from 'react-router';
import { mallPath } from '../paths';
import { useNav } from '@/lib/nav/nav';

export type Way = 'password' | 'code';

/** The way of proving a number that the address names; null where there is none such, which leads to the choice of ways. */
export function useWay(): Way | null {
  const nav = useNav();
  const { channel, type } = useParams<{ channel: string; type: string }>();
  const way = type === 'password' || type === 'code' ? type : null;
  useEffect(() => {
    if (way === null) nav.replace(mallPath(channel));
  }, [way, channel, nav]);
  return way;
}

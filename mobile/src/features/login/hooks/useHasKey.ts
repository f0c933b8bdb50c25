import { useEffect, useState } from 'react';

/** Whether this phone has a key for face checks; what looks for it comes after the page. */
export function useHasKey(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    let current = true;
    const look = async () => {
      const { findKey } = await import('@/lib/deviceKey/deviceKey');
      const key = await findKey();
      if (current) setHas(key !== null);
    };
    // Without the file there is the way by SMS.
    look().catch(() => undefined);
    return () => {
      current = false;
    };
  }, []);
  return has;
}

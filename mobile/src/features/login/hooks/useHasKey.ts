import { useEffect, useState } from 'react';

/** Whether this phone has a key for face checks. The code that looks for it is loaded after the page. */
export function useHasKey(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    let current = true;
    const look = async () => {
      const { findKey } = await import('@/lib/deviceKey/deviceKey');
      const key = await findKey();
      if (current) setHas(key !== null);
    };
    // If the chunk cannot be loaded, the login by SMS remains.
    look().catch(() => undefined);
    return () => {
      current = false;
    };
  }, []);
  return has;
}

import { useEffect, useState } from 'react';
import { findKey, type DeviceKey } from '@/lib/deviceKey/deviceKey';

/** The key of this phone: null if it has none, undefined until that is known. The second value replaces it. */
export function useDeviceKey(): [DeviceKey | null | undefined, (key: DeviceKey) => void] {
  const [key, setKey] = useState<DeviceKey | null | undefined>(undefined);
  useEffect(() => {
    let current = true;
    void findKey().then((found) => current && setKey((known) => known ?? found));
    return () => {
      current = false;
    };
  }, []);
  return [key, setKey];
}

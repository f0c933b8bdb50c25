import { useDeferredValue, useEffect, useState } from 'react';

/**
 * What a page that is heavy to draw shows: also what is known when it opens comes only after its first drawing, and is drawn in
 * slices between which a finger is heard. Otherwise the tap that leads to it would show nothing before all of it is drawn.
 */
export function useDeferredData<T>(data: T | undefined): T | undefined {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(true), []);
  return useDeferredValue(opened ? data : undefined);
}

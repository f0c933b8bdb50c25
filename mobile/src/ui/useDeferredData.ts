import { useDeferredValue, useEffect, useState } from 'react';

/**
 * Defers the data of a page that is expensive to render. Even cached data is only rendered after the first paint, in
 * slices that allow input in between. Otherwise the tap that opens the page would show nothing until everything is
 * rendered.
 */
export function useDeferredData<T>(data: T | undefined): T | undefined {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(true), []);
  return useDeferredValue(opened ? data : undefined);
}

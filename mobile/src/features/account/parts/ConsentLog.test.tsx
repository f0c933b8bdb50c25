import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ConsentLog } from './ConsentLog';
import { formatInstant } from '@/lib/format/date';
import { renderInVietnam } from '@/test/render';

it('tells when each choice was made, not since when it holds: a later one may have ended it', async () => {
  await renderInVietnam(<ConsentLog log={[{ kind: 'analytics', granted: false, version: '2', at: '2026-06-10T03:05:00Z' }]} />, 'account');
  expect(screen.getByText(/phiên bản 2/).textContent).toBe(`${formatInstant('2026-06-10T03:05:00Z')}, phiên bản 2`);
});

import type { ReactNode } from 'react';
import { AdsQuestion } from './AdsQuestion';
import { HomeHead } from './HomeHead';
import { Page } from '@/ui/Page';

/** The page around all variants of home. */
export function HomeFrame({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <Page refreshes action={action}>
      <div className="stack stack-24">
        <HomeHead />
        {children}
        <AdsQuestion />
      </div>
    </Page>
  );
}

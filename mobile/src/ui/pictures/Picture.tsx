import type { ReactNode } from 'react';

/** The canvas and stroke of all drawings: 160 x 120, line width 2, round joins, accents in the product's colour. */
export function Picture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 120" width="160" height="120" fill="none" stroke="#14211B" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
      <ellipse cx="80" cy="106" rx="54" ry="5" fill="#E3E8E2" stroke="none" />
      {children}
    </svg>
  );
}

/** Attributes for parts in the brand colour. */
export const accent = { stroke: 'var(--brand)' } as const;
export const accentFill = { fill: 'var(--brand-tint)', stroke: 'var(--brand)' } as const;
export const paper = { fill: '#fff' } as const;

import type { ReactNode } from 'react';

interface SectionProps {
  title?: string;
  /** A quiet element at the right of the title. */
  end?: ReactNode;
  children: ReactNode;
}

/** A section of a page with its title. */
export function Section({ title, end, children }: SectionProps) {
  return (
    <section className="stack stack-8">
      {title && (
        <div className="row">
          <h2 className="title-16 first-up">{title}</h2>
          {end}
        </div>
      )}
      {children}
    </section>
  );
}

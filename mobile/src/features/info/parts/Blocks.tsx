import type { ContentBlock, ContentSpan } from '@loanmarket/shared-types/api';
import { Fragment } from 'react';
import styles from './Blocks.module.css';
import { useNav } from '@/lib/nav/nav';
import { EmailBreaks } from '@/ui/EmailBreaks';

/** A text of the operator, block by block. It consists only of text, so it cannot contain scripts. */
export function Blocks({ blocks }: { blocks: ContentBlock[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </>
  );
}

function Block({ block: { kind, spans, items } }: { block: ContentBlock }) {
  switch (kind) {
    case 'heading':
      return (
        <h3 className={`title-16 ${styles.heading}`}>
          <Line spans={spans} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Line spans={spans} />
        </p>
      );
    default: {
      const List = kind === 'steps' ? 'ol' : 'ul';
      return (
        <List className={kind === 'steps' ? styles.steps : styles.list}>
          {items.map((item, index) => (
            <li key={index}>
              <Line spans={item} />
            </li>
          ))}
        </List>
      );
    }
  }
}

function Line({ spans }: { spans: ContentSpan[] }) {
  const nav = useNav();
  return (
    <>
      {spans.map(({ text, strong, href }, index) => {
        const broken = href?.startsWith('mailto:') ? <EmailBreaks text={text} /> : text;
        const words = strong ? <strong>{broken}</strong> : broken;
        if (!href) return <Fragment key={index}>{words}</Fragment>;
        const inside = href.startsWith('/m/');
        return (
          <a
            key={index}
            data-track="openLink"
            href={href}
            {...(href.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            onClick={(event) => {
              if (!inside) return;
              event.preventDefault();
              nav.to(href);
            }}
          >
            {words}
          </a>
        );
      })}
    </>
  );
}

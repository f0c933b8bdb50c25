import { Fragment } from 'react';

/** Words in which an e-mail address that is longer than a line ends it at its @ or at a dot, and not within a word. */
export function EmailBreaks({ text }: { text: string }) {
  if (!text.includes('@')) return text;
  return text.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

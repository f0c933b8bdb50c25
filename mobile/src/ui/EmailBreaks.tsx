import { Fragment } from 'react';

/** A text in which an e-mail address that is longer than a line breaks before its @ or a dot, not within a word. */
export function EmailBreaks({ text }: { text: string }) {
  if (!text.includes('@')) return text;
  return text.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

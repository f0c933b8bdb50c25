import { accent, accentFill, paper, Picture } from './Picture';

/** An open tray with nothing in it. */
export function EmptyPicture() {
  return (
    <Picture>
      <path d="M40 62 54 34h52l14 28v34a8 8 0 0 1-8 8H48a8 8 0 0 1-8-8z" {...paper} />
      <path d="M40 62h24c2 0 3 1.4 3.6 3 2 5 6.6 8 12.4 8s10.4-3 12.4-8c.6-1.6 1.6-3 3.6-3h24v34a8 8 0 0 1-8 8H48a8 8 0 0 1-8-8z" {...accentFill} />
      <path d="M80 12v8M62 17l3 6M98 17l-3 6" {...accent} />
    </Picture>
  );
}

import { accent, accentFill, paper, Picture } from './Picture';

/** A plug that came out of its socket. */
export function UnpluggedPicture() {
  return (
    <Picture>
      <path d="M14 74c18 0 16-22 34-22" />
      <path d="M48 40h14a12 12 0 0 1 12 12 12 12 0 0 1-12 12H48z" {...paper} />
      <path d="M74 47h10M74 57h10" />
      <path d="M116 38h-12a14 14 0 0 0 0 28h12z" {...accentFill} />
      <path d="M116 52c20 0 14 26 30 26" {...accent} />
      <path d="m86 28-3-9M94 26l2-9M86 76l-3 9M94 78l2 9" {...accent} />
    </Picture>
  );
}

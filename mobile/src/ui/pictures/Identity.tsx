import { accent, accentFill, paper, Picture } from './Picture';

/** An identity card with a face and a tick. */
export function IdentityPicture() {
  return (
    <Picture>
      <rect x="26" y="28" width="96" height="66" rx="8" {...paper} />
      <circle cx="52" cy="53" r="9" {...accentFill} />
      <path d="M37 80c2-9 8-13 15-13s13 4 15 13z" {...accentFill} />
      <path d="M78 48h30M78 60h30M78 72h16" />
      <circle cx="120" cy="90" r="16" {...paper} />
      <path d="m113 90.5 5 5 9-10" {...accent} strokeWidth="2.6" />
    </Picture>
  );
}

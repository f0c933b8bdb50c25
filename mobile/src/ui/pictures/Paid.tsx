import { accent, accentFill, paper, Picture } from './Picture';

/** Coins beside a receipt that is done. */
export function PaidPicture() {
  return (
    <Picture>
      <path d="M38 18h56v86l-7-5-7 5-7-5-7 5-7-5-7 5-7-5-7 5z" {...paper} />
      <path d="M50 36h32M50 48h32M50 60h16" />
      <ellipse cx="112" cy="96" rx="20" ry="7.5" {...accentFill} />
      <path d="M92 96v-8c0-4 9-7.5 20-7.5s20 3.5 20 7.5v8" {...accentFill} />
      <ellipse cx="112" cy="88" rx="20" ry="7.5" {...accentFill} />
      <path d="m102 62 6.5 6.5L122 55" {...accent} strokeWidth="2.6" />
    </Picture>
  );
}

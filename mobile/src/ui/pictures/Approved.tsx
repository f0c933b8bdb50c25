import { accent, accentFill, paper, Picture } from './Picture';

/** A sheet with a seal that says yes. */
export function ApprovedPicture() {
  return (
    <Picture>
      <path d="M42 18h50l14 14v66a6 6 0 0 1-6 6H42a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6z" {...paper} />
      <path d="M92 18v14h14M50 42h28M50 54h38M50 66h18" />
      <path d="m92 98-4 14 17-7 17 7-4-14" {...paper} />
      <circle cx="105" cy="80" r="22" {...accentFill} />
      <path d="m95 80.5 7 7 13-14" {...accent} strokeWidth="2.6" />
    </Picture>
  );
}

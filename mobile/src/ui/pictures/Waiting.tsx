import { accent, accentFill, paper, Picture } from './Picture';

/** An hour-glass over a sheet: someone is reading it. */
export function WaitingPicture() {
  return (
    <Picture>
      <path d="M42 22h50l14 14v62a6 6 0 0 1-6 6H42a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6z" {...paper} />
      <path d="M92 22v14h14M50 44h26M50 56h36M50 68h20" />
      <circle cx="106" cy="80" r="24" {...accentFill} />
      <path d="M106 66v14l9 6" {...accent} />
    </Picture>
  );
}

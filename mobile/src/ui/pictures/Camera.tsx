import { accent, accentFill, paper, Picture } from './Picture';

/** A camera, and the frame to hold the paper in. */
export function CameraPicture() {
  return (
    <Picture>
      <path d="M30 34V22a4 4 0 0 1 4-4h12M114 18h12a4 4 0 0 1 4 4v12M130 92v6a6 6 0 0 1-6 6M30 92v6a6 6 0 0 0 6 6" {...accent} />
      <path d="M44 48a6 6 0 0 1 6-6h10l6-9h28l6 9h10a6 6 0 0 1 6 6v38a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6z" {...paper} />
      <circle cx="80" cy="66" r="16" {...accentFill} />
      <circle cx="80" cy="66" r="7" {...accent} />
      <path d="M104 52h4" />
    </Picture>
  );
}

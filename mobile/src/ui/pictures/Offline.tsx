import { accent, paper, Picture } from './Picture';

/** A cloud whose line is cut. */
export function OfflinePicture() {
  return (
    <Picture>
      <path d="M52 82a17 17 0 0 1-2-33.9A27 27 0 0 1 101 41a21 21 0 0 1 8 40.6" {...paper} />
      <path d="M64 70a23 23 0 0 1 32 0M71 78.5a13 13 0 0 1 18 0" {...accent} />
      <circle cx="80" cy="88" r="2.6" fill="var(--brand)" {...accent} />
      <path d="m44 100 72-72" stroke="#fff" strokeWidth="7" />
      <path d="m44 100 72-72" />
    </Picture>
  );
}

// The pictures that the app's frame itself shows. The others are in a separate file, because the first load does not
// need them.
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

/** A signpost without words. */
export function LostPicture() {
  return (
    <Picture>
      <path d="M80 104V24" />
      <path d="M52 30h50l12 11-12 11H52z" {...accentFill} />
      <path d="M108 60H60L48 71l12 11h48z" {...paper} />
      <path d="M66 104h28M74 41h14M74 71h14" />
    </Picture>
  );
}

/** A cloud with a cut connection. */
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

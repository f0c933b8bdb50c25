import { accent, accentFill, paper, Picture } from './Picture';

/** A phone that waits to be picked up. */
export function PhonePicture() {
  return (
    <Picture>
      <rect x="56" y="12" width="48" height="92" rx="9" {...paper} />
      <path d="M56 26h48M56 88h48M76 19h8" />
      <circle cx="80" cy="96" r="2" />
      <path d="M66 42h28v18H66z" {...accentFill} />
      <path d="M66 70h28M66 78h18M40 44c-4 8-4 24 0 32M120 44c4 8 4 24 0 32" {...accent} />
    </Picture>
  );
}

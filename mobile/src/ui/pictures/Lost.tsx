import { accentFill, paper, Picture } from './Picture';

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

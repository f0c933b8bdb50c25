import { accent, accentFill, paper, Picture } from './Picture';

/** A shop whose shutter is half down. */
export function PausedPicture() {
  return (
    <Picture>
      <path d="M36 46v52a6 6 0 0 0 6 6h76a6 6 0 0 0 6-6V46" {...paper} />
      <path d="M40 20h80l8 20a10 10 0 0 1-16 8 10 10 0 0 1-16 0 10 10 0 0 1-16 0 10 10 0 0 1-16 0 10 10 0 0 1-16 0 10 10 0 0 1-16-8z" {...accentFill} />
      <path d="M54 62h52v42H54zM54 72h52M54 82h52" />
      <path d="M80 90v3" {...accent} />
    </Picture>
  );
}

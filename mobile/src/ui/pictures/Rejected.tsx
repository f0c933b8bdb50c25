import { accent, paper, Picture } from './Picture';

/** A closed gate with a path around it. */
export function RejectedPicture() {
  return (
    <Picture>
      <path d="M30 104V54M130 104V54" />
      <path d="M26 60h108v12H26zM26 82h108v12H26z" {...paper} />
      <path d="m44 60-8 12m28-12-8 12m28-12-8 12m28-12-8 12m28-12-8 12m-60 10-8 12m28-12-8 12m28-12-8 12m28-12-8 12" />
      <path d="M52 44c4-16 18-26 34-24 10 1.2 18 6 23 13M109 20v14H95" {...accent} />
    </Picture>
  );
}

import { accent, accentFill, paper, Picture } from './Picture';

/** A document with a seal of approval. */
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

/** A bank card before a bank. */
export function BankPicture() {
  return (
    <Picture>
      <path d="M30 48 76 18l46 30zM40 52v34M58 52v34M94 52v34M112 52v34M30 92h92M34 52h84" {...paper} />
      <rect x="66" y="62" width="70" height="44" rx="6" {...accentFill} />
      <path d="M66 75h70M76 93h18" {...accent} />
    </Picture>
  );
}

/** A camera, and the frame in which to hold the document. */
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

/** An ID card with a face and a tick. */
export function IdentityPicture() {
  return (
    <Picture>
      <rect x="26" y="28" width="96" height="66" rx="8" {...paper} />
      <circle cx="52" cy="53" r="9" {...accentFill} />
      <path d="M37 80c2-9 8-13 15-13s13 4 15 13z" {...accentFill} />
      <path d="M78 48h30M78 60h30M78 72h16" />
      <circle cx="120" cy="90" r="16" {...paper} />
      <path d="m113 90.5 5 5 9-10" {...accent} strokeWidth="2.6" />
    </Picture>
  );
}

/** Coins beside a completed receipt. */
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

/** A ringing phone. */
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

/** A closed gate and a way around it. */
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

/** A clock over a document that is being reviewed. */
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

/** Default display time of spec 9. A long message is shown for as long as it takes to read it. */
const DEFAULT_MS = 2000;
const SHORT_CHARACTERS = 40;
const MS_PER_CHARACTER = 45;

/** How long a message is shown, in milliseconds: two seconds, or longer if it takes longer to read. */
export function readingTime(message: string): number {
  return DEFAULT_MS + Math.max(0, message.length - SHORT_CHARACTERS) * MS_PER_CHARACTER;
}

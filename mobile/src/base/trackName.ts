/**
 * Returns the name under which a press of a button is recorded (spec 7): what the button does, in camelCase, letters
 * only, the same in every language. A name is unique on its page, except for buttons that do the same. It contains no
 * personal data: no id, amount or code. Use this function to build a name from known words, such as a kind of the
 * contract.
 */
export function trackName(...words: string[]): string {
  return words.join('_').replace(/[^A-Za-z]+([A-Za-z]?)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The name that a press of a button is recorded under (spec 7): what it does, in camelCase, letters only, the same in every
 * language. No other button of its page has it, save one that does the same, and nothing of the borrower's is in it: no id,
 * amount or code. This makes one of words that are known beforehand, such as a kind of the contract.
 */
export function trackName(...words: string[]): string {
  return words.join('_').replace(/[^A-Za-z]+([A-Za-z]?)/g, (_, letter: string) => letter.toUpperCase());
}

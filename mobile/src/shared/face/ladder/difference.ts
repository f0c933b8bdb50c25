/** The mean difference of two small pictures. */
export function difference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += Math.abs(one[i]! - (other[i] ?? 0));
  return one.length === 0 ? 0 : sum / one.length;
}

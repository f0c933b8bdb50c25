/** An area by its names, widest first, as it is written in an address: Chinese names the widest first, others last. */
export function areaText(names: readonly string[]): string {
  return /[\u4e00-\u9fff]/.test(names.join('')) ? names.join(' ') : [...names].reverse().join(', ');
}

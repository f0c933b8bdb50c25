import { describe, expect, it } from 'vitest';
import * as enums from './enums';

describe('enum numbers of the specification', () => {
  // spec: 3.enum-gender, 3.enum-education, 3.enum-marital, 3.enum-relationship, 3.bankcard-active
  it.each([
    ['Gender', 'female 0, male 1'],
    ['Education', 'studying 0, highSchool 1, technicalSchool 2, college 3, bachelor 4, master 5, doctorate 6, other 7, primary 8, juniorHigh 9'],
    ['Marital', 'married 1, divorced 2, single 3, other 4, widowed 5'],
    ['Relationship', 'other 0, parents 1, siblings 2, colleague 3, classmate 4, relative 5, friend 6, spouse 7, child 8'],
    ['CardStatus', 'inactive 0, active 1, closed 2'],
  ] as const)('%s: %s', (name, numbers) => {
    const entries = Object.entries(enums[name]).sort(([, a], [, b]) => a - b);
    expect(entries.map(([word, code]) => `${word} ${code}`).join(', ')).toBe(numbers);
  });
});

import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/ids.json';
import { idContradictions, readIdNumber, type IdCard } from './idNumber';

describe('ID numbers with the vectors shared with the server', () => {
  // spec: 5.id-number, 5.id-first-generation, 5.id-old-format
  it.each(vectors.numbers)('$rule $in', ({ rule, in: typed, ...expected }) => {
    expect(readIdNumber(rule, typed)).toEqual(expected);
  });
  it.each(vectors.contradictions)('$rule $in against $birthday, $gender', (v) => {
    const card = readIdNumber(v.rule, v.in) as IdCard;
    expect(card.number).toBeTruthy();
    expect(idContradictions(card, v.birthday, v.gender)).toEqual(v.fields);
  });
});

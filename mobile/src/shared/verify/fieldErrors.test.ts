import { describe, expect, it } from 'vitest';
import { fieldErrors } from './fieldErrors';

const known = ['idNumber', 'homeArea', 'contacts.0.phone', 'contacts.1.phone'];

describe('fieldErrors', () => {
  it('finds the control by its path', () => {
    expect(fieldErrors({ idNumber: 'a', 'contacts.1.phone': 'b' }, known).at).toEqual({ idNumber: 'a', 'contacts.1.phone': 'b' });
  });

  it('shows a part of a control at the control', () => {
    expect(fieldErrors({ 'homeArea.1': 'unknown area' }, known)).toEqual({ at: { homeArea: 'unknown area' }, rest: [] });
  });

  it('keeps words that belong to no field', () => {
    expect(fieldErrors({ elsewhere: 'd' }, known)).toEqual({ at: {}, rest: ['d'] });
  });
});

import { describe, expect, it } from 'vitest';
import { fieldErrors } from './fieldErrors';

const known = ['idNumber', 'homeArea', 'contacts.0.phone', 'contacts.1.phone'];

describe('fieldErrors', () => {
  it('assigns an error to the control with its path', () => {
    expect(fieldErrors({ idNumber: 'a', 'contacts.1.phone': 'b' }, known).at).toEqual({ idNumber: 'a', 'contacts.1.phone': 'b' });
  });

  it('assigns an error of a part of a control to the control', () => {
    expect(fieldErrors({ 'homeArea.1': 'unknown area' }, known)).toEqual({ at: { homeArea: 'unknown area' }, rest: [] });
  });

  it('returns errors that belong to no control separately', () => {
    expect(fieldErrors({ elsewhere: 'd' }, known)).toEqual({ at: {}, rest: ['d'] });
  });
});

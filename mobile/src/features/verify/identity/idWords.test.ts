import { beforeAll, describe, expect, it } from 'vitest';
import { checkIdNumber, contradicts, genderOf, isUnusual } from './idWords';
import { loadTexts, startTexts } from '@/i18n';

beforeAll(async () => {
  await startTexts('vi');
  await loadTexts('verify');
});

const WOMAN_1999 = '001199000123';
const MAN_1984 = '087084000999';

describe('checkIdNumber', () => {
  it('accepts a valid number with spaces', () => {
    expect(checkIdNumber('vn', ' 087 084 000 999 ')).toBe(true);
  });

  it('shows the expected and the entered number of digits', () => {
    expect(checkIdNumber('vn', '08708400099')).toBe('Số giấy tờ có 12 số. Bạn đã nhập 11.');
  });

  // spec: 5.id-old-format
  it('explains the old ID card format instead of calling the number too short', () => {
    expect(checkIdNumber('vn', '123456789')).toContain('chứng minh nhân dân 9 số');
    expect(checkIdNumber('cn', '110105491231002')).toContain('15 số');
  });

  // spec: 5.id-number
  it('rejects an invalid number of the right length', () => {
    expect(checkIdNumber('th', '1234545678789')).toContain('chưa đúng');
  });
});

describe('facts encoded in the ID number', () => {
  it('returns the gender if the number encodes it', () => {
    expect(genderOf('vn', WOMAN_1999)).toBe(0);
    expect(genderOf('vn', MAN_1984)).toBe(1);
    expect(genderOf('th', '3100600445635')).toBeNull();
    expect(genderOf('vn', '12')).toBeNull();
  });

  it('reports a contradicting birthday at the birthday only', () => {
    expect(contradicts('vn', WOMAN_1999, 'birthday', '1998-05-01', 0)).toBe(true);
    expect(contradicts('vn', WOMAN_1999, 'birthday', '1999-05-01', 1)).toBe(false);
  });

  it('reports a contradicting gender at the gender only', () => {
    expect(contradicts('vn', WOMAN_1999, 'gender', '1998-05-01', 1)).toBe(true);
    expect(contradicts('vn', WOMAN_1999, 'gender', '1998-05-01', 0)).toBe(false);
    expect(contradicts('th', '3100600445635', 'gender', '1990-01-01', 0)).toBe(false);
  });

  it('marks an unknown province as unusual', () => {
    expect(isUnusual('vn', '003084000999')).toBe(true);
    expect(isUnusual('vn', MAN_1984)).toBe(false);
  });
});

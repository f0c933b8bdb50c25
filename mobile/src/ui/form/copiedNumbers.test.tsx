import { readIdNumber } from '@loanmarket/shared-types/validators';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Field } from './Field';
import { numberProblem } from '@/features/bankcard/accountNumber';
import { renderInVietnam } from '@/test/render';

function Number({ kind }: { kind: 'digits' | 'code' | 'text' }) {
  const [value, setValue] = useState('');
  return <Field label="Số" kind={kind} value={value} onChange={(event) => setValue(event.target.value)} />;
}

async function paste(kind: 'digits' | 'code' | 'text', text: string): Promise<string> {
  const { unmount } = await renderInVietnam(<Number kind={kind} />);
  const field = screen.getByLabelText<HTMLInputElement>('Số');
  fireEvent.change(field, { target: { value: text } });
  const { value } = field;
  unmount();
  return value;
}

it.each([
  ['with the marks of direction that phones copy', '\u202d0123456789\u202c', '0123456789'],
  ['with a mark where a line may break', '0123\u200b456\u2060789\ufeff', '0123456789'],
  ['in groups of narrow spaces', '0123\u2009456\u202f789', '0123 456 789'],
  ['in groups of Chinese spaces', '0123\u3000456789', '0123 456789'],
  ['in groups of dashes that do not break', '0123\u2011456\u2013789', '0123-456-789'],
])('an account number copied %s is one', async (_, copied, shown) => {
  const value = await paste('digits', copied);
  expect(value).toBe(shown);
  expect(numberProblem(value, 'account', { min: 6, max: 19, letters: false })).toBeNull();
});

it('an ID number copied from a chat or typed with a long dash is one', async () => {
  expect(readIdNumber('vn', await paste('digits', '\u202a001199000123\u202c'))).toMatchObject({ number: '001199000123' });
  expect(readIdNumber('gh', await paste('code', 'GHA\u2013123456789\u20130'))).toMatchObject({ number: 'GHA-123456789-0' });
});

it('text is left as it is: some scripts need such characters', async () => {
  expect(await paste('text', 'កម្ពុ\u200bជា – A')).toBe('កម្ពុ\u200bជា – A');
});

it('the caret stays behind what was pasted', async () => {
  await renderInVietnam(<Number kind="digits" />);
  const field = screen.getByLabelText<HTMLInputElement>('Số');
  field.focus();
  fireEvent.change(field, { target: { value: '12' } });
  field.setRangeText('\u202d99\u202c', 1, 1, 'end');
  fireEvent.input(field);
  expect(field.value).toBe('1992');
  expect(field.selectionStart).toBe(3);
});

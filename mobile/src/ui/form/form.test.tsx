import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CodeBoxes } from './CodeBoxes';
import { Field } from './Field';
import { MoneyInput } from './MoneyInput';
import { PhoneField } from './PhoneField';
import { SheetSelect } from './SheetSelect';
import { renderInVietnam } from '@/test/render';

function Code({ onFull }: { onFull?: (digits: string) => void }) {
  const [value, setValue] = useState('');
  return <CodeBoxes label="Mã" value={value} onChange={setValue} {...(onFull ? { onFull } : {})} />;
}

describe('CodeBoxes', () => {
  it('is one real input for autofill, with a numeric keyboard', async () => {
    await renderInVietnam(<Code />);
    const input = screen.getByRole('textbox', { name: 'Mã' });
    expect(input).toHaveProperty('autocomplete', 'one-time-code');
    expect(input.getAttribute('inputmode')).toBe('numeric');
    expect(input.hasAttribute('maxlength')).toBe(false);
  });

  // spec: 5.sms-boxes, 5.sms-code-paste, 5.sms-backspace
  it('accepts only digits, extracts them from a pasted text, and deletes with Backspace', async () => {
    const onFull = vi.fn();
    await renderInVietnam(<Code onFull={onFull} />);
    const input = screen.getByRole<HTMLInputElement>('textbox');
    await userEvent.type(input, '1a2');
    expect(input.value).toBe('12');
    await userEvent.keyboard('{Backspace}');
    expect(input.value).toBe('1');
    await userEvent.clear(input);
    await userEvent.paste('Ma: 12-34 ');
    expect(input.value).toBe('1234');
    expect(onFull).toHaveBeenCalledTimes(1);
    expect(onFull).toHaveBeenCalledWith('1234');
  });
});

describe('CodeBoxes in a browser that reads the SMS', () => {
  const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();

  beforeEach(() => {
    vi.stubGlobal('OTPCredential', class {});
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { credentials: { get } }));
  });

  afterEach(() => vi.unstubAllGlobals());

  it('takes the code and submits it', async () => {
    get.mockResolvedValue({ code: '4821' });
    const onFull = vi.fn();
    await renderInVietnam(<Code onFull={onFull} />);
    await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('4821'));
    expect(get.mock.lastCall?.[0]).toMatchObject({ otp: { transport: ['sms'] } });
    expect(onFull).toHaveBeenCalledExactlyOnceWith('4821');
  });

  it('keeps the typed digits if the code has another length or is refused, and stops waiting on unmount', async () => {
    for (const answer of [() => Promise.resolve({ code: '123456' }), () => Promise.resolve(null), () => Promise.reject(new DOMException('no', 'AbortError'))]) {
      get.mockImplementation(answer);
      const { unmount } = await renderInVietnam(<Code />);
      await userEvent.type(screen.getByRole('textbox'), '12');
      expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('12');
      const { signal } = get.mock.lastCall?.[0] ?? {};
      expect(signal?.aborted).toBe(false);
      unmount();
      expect(signal?.aborted).toBe(true);
    }
  });
});

describe('PhoneField', () => {
  function Phone() {
    const [value, setValue] = useState('');
    return <PhoneField label="Số điện thoại" value={value} onChange={setValue} />;
  }

  // spec: 5.phone-typing, 5.phone-max
  it('keeps digits only, adds the leading 0 and cuts at the maximum length', async () => {
    await renderInVietnam(<Phone />);
    const input = screen.getByLabelText<HTMLInputElement>('Số điện thoại');
    expect(input.placeholder).toBe('0-XX-XXX-XXXX');
    await userEvent.type(input, '9a12-345 678 99');
    expect(input.value).toBe('0912345678');
  });

  it('replaces a typed dialling code with the leading 0', async () => {
    await renderInVietnam(<Phone />);
    const input = screen.getByLabelText<HTMLInputElement>('Số điện thoại');
    await userEvent.type(input, '+84912345678');
    expect(input.value).toBe('0912345678');
  });

  it('keeps the caret position when it restores a digit and when it cuts one off', async () => {
    function Phone() {
      const [value, setValue] = useState('0912345678');
      return <PhoneField label="Số" value={value} onChange={setValue} />;
    }
    await renderInVietnam(<Phone />);
    const input = screen.getByLabelText<HTMLInputElement>('Số');
    await userEvent.click(input);
    input.setSelectionRange(1, 1);
    await userEvent.keyboard('{Backspace}');
    expect([input.value, input.selectionStart]).toEqual(['0912345678', 0]);
    input.setSelectionRange(2, 2);
    await userEvent.keyboard('8');
    expect([input.value, input.selectionStart]).toEqual(['0981234567', 3]);
  });
});

describe('MoneyInput', () => {
  function Amount({ seen, currency = 'VND' }: { seen: (minor: number | null) => void; currency?: string }) {
    const [value, setValue] = useState<number | null>(null);
    return (
      <MoneyInput
        label="Số tiền"
        currency={currency}
        value={value}
        onChange={(next) => {
          setValue(next);
          seen(next);
        }}
      />
    );
  }

  it('separates thousands while typing, and reports minor units', async () => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '2150000');
    expect(input.value).toBe('2.150.000');
    expect(seen).toHaveBeenLastCalledWith(2150000);
    await userEvent.clear(input);
    expect(seen).toHaveBeenLastCalledWith(null);
  });

  it('keeps the caret where the user types', async () => {
    await renderInVietnam(<Amount seen={() => undefined} />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '215000');
    input.setSelectionRange(1, 1);
    await userEvent.keyboard('9');
    expect(input.value).toBe('2.915.000');
    expect(input.selectionStart).toBe(3);
  });

  it.each([
    ['{Backspace}', '150.000', 0],
    ['{Delete}', '250.000', 1],
  ])('%s over a thousands separator deletes the digit beside it', async (key, left, caret) => {
    await renderInVietnam(<Amount seen={() => undefined} />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '2150000');
    // The caret is after the separator, or before it.
    input.setSelectionRange(key === '{Backspace}' ? 2 : 1, key === '{Backspace}' ? 2 : 1);
    await userEvent.keyboard(key);
    expect(input.value).toBe(left);
    expect(input.selectionStart).toBe(caret);
  });

  it.each([
    ['{Backspace}', '123,56'],
    ['{Delete}', '1.234,6'],
  ])('%s over the decimal separator deletes the digit beside it', async (key, left) => {
    await renderInVietnam(<Amount seen={() => undefined} currency="GHS" />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '1234,56');
    expect(input.value).toBe('1.234,56');
    input.setSelectionRange(key === '{Backspace}' ? 6 : 5, key === '{Backspace}' ? 6 : 5);
    await userEvent.keyboard(key);
    expect(input.value).toBe(left);
  });

  // Amounts as written on paper: a thousands separator is recognised, although the same character may be typed as
  // decimal separator.
  it.each([
    ['1.234,56', '1.234,56', 123_456],
    ['1.234.567,8', '1.234.567,8', 123_456_780],
    ['12.50', '12,50', 1_250],
    ['0.555', '0,55', 55],
    ['12.5{Backspace}{Backspace}{Backspace}5,123', '15,12', 1_512],
  ])('reads %s, typed key by key, as %s', async (typed, text, minor) => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} currency="GHS" />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, typed);
    expect(input.value).toBe(text);
    expect(seen).toHaveBeenLastCalledWith(minor);
  });

  it('lets Backspace delete a decimal separator without decimals', async () => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} currency="GHS" />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '1234,{Backspace}5');
    expect(input.value).toBe('12.345');
    expect(seen).toHaveBeenLastCalledWith(1_234_500);
  });

  // Pasting over a longer amount is not a deletion, so the separator is read as decimal separator.
  it('reads the decimals of a shorter amount that is pasted over another', async () => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} currency="THB" />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '12050');
    expect(input.value).toBe('12.050');
    input.setSelectionRange(0, 6);
    await userEvent.paste('15.75');
    expect(input.value).toBe('15,75');
    expect(seen).toHaveBeenLastCalledWith(1575);
  });

  it.each(['500.00', '500,00', ' 500.00 ₫'])('drops the decimals of %s, pasted in a currency without decimals', async (pasted) => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.click(input);
    await userEvent.paste(pasted);
    expect([input.value, seen.mock.lastCall![0]]).toEqual(['500', 500]);
    await userEvent.clear(input);
    await userEvent.type(input, '8500000');
    input.setSelectionRange(0, 9);
    await userEvent.paste(pasted);
    expect([input.value, seen.mock.lastCall![0]]).toEqual(['500', 500]);
  });

  // A keyboard's own clipboard fires no paste event.
  it('treats an amount that replaces another at once as pasted', async () => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '8500000');
    fireEvent.input(input, { target: { value: '500.00' }, inputType: 'insertText', data: '500.00' });
    expect(seen).toHaveBeenLastCalledWith(500);
  });

  // Nothing changes, so only a timer can tell that the paste is over.
  it.each([
    ['the same amount', (input: HTMLInputElement) => userEvent.paste(input.value)],
    ['a picture', async (input: HTMLInputElement) => void fireEvent.paste(input)],
  ])('treats a key after %s was pasted over an amount as typed', async (_, paste) => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '1500000');
    input.setSelectionRange(0, 9);
    await paste(input);
    await new Promise((resolve) => setTimeout(resolve));
    input.setSelectionRange(9, 9);
    await userEvent.keyboard('{Backspace}');
    expect([input.value, seen.mock.lastCall![0]]).toEqual(['150.000', 150_000]);
  });

  it('treats separators that are typed key by key as thousands separators', async () => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '500.00');
    expect(seen).toHaveBeenLastCalledWith(50_000);
    await userEvent.type(input, '0');
    expect([input.value, seen.mock.lastCall![0]]).toEqual(['500.000', 500_000]);
    await userEvent.keyboard('{Backspace}');
    expect(seen).toHaveBeenLastCalledWith(50_000);
  });

  // The separators around the pasted digits keep their meaning.
  it('treats a paste over a part of an amount as digits of it', async () => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} currency="THB" />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '1234');
    input.setSelectionRange(3, 5);
    await userEvent.paste('5');
    expect(input.value).toBe('125');
    expect(seen).toHaveBeenLastCalledWith(12_500);
  });

  it('forgets which separator was typed once the field loses focus', async () => {
    const seen = vi.fn();
    await renderInVietnam(<Amount seen={seen} currency="THB" />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '12.5');
    await userEvent.tab();
    expect(input.value).toBe('12,50');
    await userEvent.type(input, '0');
    expect(seen).toHaveBeenLastCalledWith(1_250);
  });

  it('keeps the caret position if a typed character is not a digit', async () => {
    await renderInVietnam(<Amount seen={() => undefined} />);
    const input = screen.getByLabelText<HTMLInputElement>('Số tiền');
    await userEvent.type(input, '215000');
    input.setSelectionRange(1, 1);
    await userEvent.keyboard('x9');
    expect(input.value).toBe('2.915.000');
    expect(input.selectionStart).toBe(3);
  });
});

describe('Field', () => {
  it('links label, hint and error to the input', async () => {
    const { rerender } = await renderInVietnam(<Field label="Họ và tên" hint="Như trên căn cước" />);
    const input = screen.getByLabelText('Họ và tên');
    expect(document.getElementById(input.getAttribute('aria-describedby')!)!.textContent).toBe('Như trên căn cước');
    rerender(<Field label="Họ và tên" hint="Như trên căn cước" error="Không được để trống" />);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby')!)!.textContent).toBe('Không được để trống');
  });
});

describe('SheetSelect', () => {
  const choices = Array.from({ length: 12 }, (_, index) => ({ value: index, label: index === 7 ? 'Đà Nẵng' : `Tỉnh ${index}` }));

  it('opens a sheet, finds options without accents, selects one and closes', async () => {
    const onChange = vi.fn();
    await renderInVietnam(<SheetSelect label="Tỉnh" choices={choices} value={null} onChange={onChange} />);
    await userEvent.click(screen.getByRole('button', { name: 'Tỉnh Chọn' }));
    await userEvent.type(screen.getByRole('searchbox'), 'da nang');
    const options = screen.getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Đà Nẵng']);
    await userEvent.click(options[0]!);
    expect(onChange).toHaveBeenCalledWith(7);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has the selected option in its accessible name', async () => {
    await renderInVietnam(<SheetSelect label="Tỉnh" choices={choices} value={7} onChange={() => undefined} />);
    screen.getByRole('button', { name: 'Tỉnh Đà Nẵng' });
    expect(screen.getByLabelText('Tỉnh').textContent).toBe('Đà Nẵng');
  });

  it('closes on Escape and returns the focus', async () => {
    await renderInVietnam(<SheetSelect label="Tỉnh" choices={choices} value={null} onChange={() => undefined} />);
    const opener = screen.getByRole('button', { name: 'Tỉnh Chọn' });
    await userEvent.click(opener);
    await userEvent.keyboard('{Escape}');
    await vi.waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

describe('digits of another script', () => {
  function Each() {
    const [code, setCode] = useState('');
    const [phone, setPhone] = useState('');
    const [amount, setAmount] = useState<number | null>(null);
    const [id, setId] = useState('');
    const [name, setName] = useState('');
    return (
      <>
        <CodeBoxes label="Mã" value={code} onChange={setCode} />
        <PhoneField label="Số điện thoại" value={phone} onChange={setPhone} />
        <MoneyInput label="Số tiền" currency="THB" value={amount} onChange={setAmount} />
        <Field label="Số giấy tờ" kind="digits" value={id} onChange={(event) => setId(event.target.value)} />
        <Field label="Thẻ" kind="code" value={id} onChange={(event) => setId(event.target.value)} />
        <Field label="Họ và tên" kind="name" value={name} onChange={(event) => setName(event.target.value)} />
      </>
    );
  }

  it.each([
    ['Mã', '๔๘๒๑', '4821'],
    ['Mã', '４８２１', '4821'],
    ['Số điện thoại', '๐๙๑๒๓๔๕๖๗๘', '0912345678'],
    ['Số điện thoại', '＋８４ ９１２３４５６７８', '0912345678'],
    ['Số điện thoại', '٠٩١٢٣٤٥٦٧٨', '0912345678'],
    ['Số tiền', '１２３４．５', '1.234,5'],
    ['Số tiền', '12。75', '12,75'],
    ['Số giấy tờ', '๓๑๐๐๖', '31006'],
    ['Thẻ', 'ＧＨＡ－１', 'GHA-1'],
    ['Họ và tên', 'รัชกาลที่ ๙', 'รัชกาลที่ ๙'],
  ])('in the field %s: %s, typed or pasted, is shown as %s', async (label, typed, shown) => {
    await renderInVietnam(<Each />);
    const input = screen.getByLabelText<HTMLInputElement>(label, { exact: label !== 'Mã' });
    await userEvent.type(input, typed);
    expect(input.value).toBe(shown);
    await userEvent.clear(input);
    await userEvent.paste(typed);
    expect(input.value).toBe(shown);
  });

  it('keep the caret where the user types', async () => {
    await renderInVietnam(<Each />);
    const input = screen.getByLabelText<HTMLInputElement>('Số giấy tờ');
    await userEvent.type(input, '1234');
    input.setSelectionRange(1, 1);
    await userEvent.keyboard('๙');
    expect([input.value, input.selectionStart]).toEqual(['19234', 2]);
  });
});

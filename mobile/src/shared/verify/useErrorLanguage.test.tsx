import { act, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { beforeEach, describe, expect, it } from 'vitest';
import { TextControl } from './controls';
import { serverError, useErrorLanguage } from './useErrorLanguage';
import { setLanguage } from '@/i18n';
import { renderInVietnam } from '@/test/render';

const CONTROLS = ['idName', 'idNumber'] as const;

function Form({ onForm }: { onForm: (form: ReturnType<typeof useForm<{ idName: string; idNumber: string }>>) => void }) {
  const form = useForm({ defaultValues: { idName: '', idNumber: '' } });
  useErrorLanguage(form, CONTROLS);
  onForm(form);
  return (
    <form>
      <TextControl control={form.control} name="idName" label="name" />
      <TextControl control={form.control} name="idNumber" label="number" />
    </form>
  );
}

beforeEach(() => localStorage.clear());

describe('field errors', () => {
  it('are shown in the new language, whether the client or the server found them', async () => {
    let form!: ReturnType<typeof useForm<{ idName: string; idNumber: string }>>;
    await renderInVietnam(<Form onForm={(it) => (form = it)} />, 'verify');
    await act(() => form.trigger('idName'));
    act(() => form.setError('idNumber', serverError('Chưa đủ số mục.', 'field_too_few')));
    expect(screen.getByText('Không được để trống.')).toBeTruthy();

    await act(() => setLanguage('en'));
    await waitFor(() => expect(screen.getByText('Cannot be empty.')).toBeTruthy());
    expect(await screen.findByText('Too few entries.')).toBeTruthy();
    expect(screen.queryByText('Chưa đủ số mục.')).toBeNull();
  });

  it('that were corrected during the language change do not come back', async () => {
    let form!: ReturnType<typeof useForm<{ idName: string; idNumber: string }>>;
    await renderInVietnam(<Form onForm={(it) => (form = it)} />, 'verify');
    act(() => form.setError('idNumber', serverError('Chưa đủ số mục.', 'field_too_few')));
    await act(async () => {
      const switched = setLanguage('en');
      form.clearErrors('idNumber');
      await switched;
    });
    expect(screen.queryByText('Too few entries.')).toBeNull();
  });
});

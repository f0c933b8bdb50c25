import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Field } from './Field';
import { FieldFrame } from './FieldFrame';
import { focusFirstError } from './focusError';
import { SheetSelect } from './SheetSelect';
import { renderInVietnam } from '@/test/render';

const arrive = (name: string) => vi.waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(name));

describe('focusFirstError', () => {
  it('focuses the first invalid field of the page in front', async () => {
    await renderInVietnam(
      <>
        <div className="ion-page ion-page-hidden"><Field label="Tên" name="behind" error="Sai" /></div>
        <div className="ion-page">
          <Field label="Tên" name="right" />
          <Field label="Số" name="wrong" error="Sai" />
          <Field label="Ngày" name="wrong too" error="Sai" />
        </div>
      </>,
    );
    focusFirstError();
    await arrive('wrong');
  });

  it('focuses a field that opens a sheet if it is the first invalid one', async () => {
    await renderInVietnam(
      <div className="ion-page">
        <SheetSelect label="Nghề nghiệp" choices={[]} value={null} onChange={() => undefined} error="Chưa chọn" />
        <Field label="Công ty" name="company" error="Sai" />
      </div>,
    );
    focusFirstError();
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Nghề nghiệp/ })));
  });

  it('focuses the control beside the error if it is not a text field', async () => {
    await renderInVietnam(<></>);
    render(
      <div className="ion-page">
        <button name="other">Khác</button>
        <FieldFrame id="photo" label="Ảnh" error="Cần ảnh">
          <button name="take">Chụp ảnh</button>
        </FieldFrame>
      </div>,
    );
    screen.getByText('Cần ảnh');
    focusFirstError();
    await arrive('take');
  });
});

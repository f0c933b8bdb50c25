import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { galleryConfig } from '@/gallery/config';
import { detail, list } from '@/test/data/loan';
import { linesOn } from '@/test/page';
import { plain } from '@/test/plain';
import { open } from '@/test/screen';

// spec: 3.product-config-drives
it('/m/home/mine shows the company name and address', async () => {
  await open('/m/home/mine', {}, 'visitor', { companyName: 'Công ty Vay Xanh', prodAddress: '9 Hàng Bài' });
  screen.getByText(/Công ty Vay Xanh.*9 Hàng Bài/);
});

const sample = { loanAmount: 20_000_000, days: 93, feilv: 1510, interest: 747_946, serviceFee: 750_001, totalAmount: 21_497_947, aprBps: 3005 };
const home = { 'loan/list': { creditLimit: 0, currency: 'VND', groups: [] } as never, 'main/loanApply/advertise': { title: '', blocks: [], claims: [] } as never };

// spec: 3.region-home-sample
it('home shows every figure of the region’s sample loan', async () => {
  await open('/m/home', home, 'visitor', { homeForExample: true, region: { ...galleryConfig.region, homeSample: sample } });
  expect(plain(screen.getByText(/20\.000\.000/).textContent)).toContain('93 ngày');
  expect(linesOn()).toMatchObject({ 'lãi suất năm': '15,1%', 'tiền lãi': '747.946 ₫', 'phí dịch vụ': '750.001 ₫', 'tổng phải trả': '21.497.947 ₫' });
  screen.getByRole('button', { name: 'phí dịch vụ: Vì sao?' });
});

// spec: 3.product-config-drives
it('home shows no sample loan if the product disables it', async () => {
  await open('/m/home', home, 'visitor', { homeForExample: false });
  expect(screen.queryByText(/20\.000\.000/)).toBeNull();
});

// spec: 9.landing
it('home shows the same limits and first loan amount as the landing page', async () => {
  const landing = { ...galleryConfig.landing, minAmount: 600_000, maxAmount: 9_000_000, firstMaxAmount: 7_500_000, minDays: 92, maxDays: 150, maxAprBps: 2510 };
  await open('/m/home', { 'loan/list': list, 'loan/detail': detail, 'main/loanApply/advertise': home['main/loanApply/advertise'] }, 'visitor', { homeForExample: true, landing });
  expect(plain(screen.getByText('Bạn có thể vay đến').parentElement!.textContent)).toContain('7.500.000');
  const bounds = plain(screen.getByText(/^Khoản vay từ/).textContent);
  for (const figure of ['600.000 ₫', '9.000.000 ₫', '92', '150 ngày', '25,1%']) expect(bounds).toContain(figure);
});

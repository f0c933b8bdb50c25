import { beforeAll, expect, it } from 'vitest';
import { dueDateEvent } from './calendar';
import { galleryConfig } from '@/gallery/config';
import { loadTexts, startTexts } from '@/i18n';
import { setConfig } from '@/lib/config';
import { options } from '@/test/data/repay';

beforeAll(async () => {
  setConfig(galleryConfig);
  await startTexts('vi');
  await loadTexts('repay');
});

const made = (dueDate: string) => dueDateEvent({ ...options, dueDate }, new Date('2026-06-14T01:02:03.456Z'));

it('is the whole due date, with what is to be paid, and a reminder the day before', () => {
  const lines = made('2026-12-31').replace(/\r\n /g, '').split('\r\n');
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231');
  expect(lines).toContain('DTEND;VALUE=DATE:20270101');
  expect(lines).toContain('DTSTAMP:20260614T010203Z');
  expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toContain('9.200.000');
  expect(lines).toContain('TRIGGER:-PT15H');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
});

it('has the same name after the due date has moved, so that it takes the place of the first', () => {
  const name = (text: string) => /UID:(.*)\r/.exec(text)![1];
  expect(name(made('2026-06-26'))).toBe(name(made('2026-07-11')));
});

it('leads to the web, from a shell too, and has one name on both', () => {
  setConfig({ ...galleryConfig, baseUrl: 'https://vayro.example/' });
  const text = made('2026-06-26').replace(/\r\n /g, '');
  setConfig(galleryConfig);
  expect(text).toContain(`URL:https://vayro.example/m/repay/normal?orderId=${options.orderId}`);
  expect(text).toContain(`UID:${options.orderId}@vayro.example`);
});

it('has no line above 75 bytes', () => {
  for (const line of made('2026-06-26').split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
});

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

const eventFor = (dueDate: string) => dueDateEvent({ ...options, dueDate }, new Date('2026-06-14T01:02:03.456Z'));

it('the event lasts the whole due date, names the amount and has a reminder the day before', () => {
  const lines = eventFor('2026-12-31').replace(/\r\n /g, '').split('\r\n');
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231');
  expect(lines).toContain('DTEND;VALUE=DATE:20270101');
  expect(lines).toContain('DTSTAMP:20260614T010203Z');
  expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toContain('9.200.000');
  expect(lines).toContain('TRIGGER:-PT15H');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
});

it('the event keeps its UID when the due date moves, so that it replaces the earlier event', () => {
  const name = (text: string) => /UID:(.*)\r/.exec(text)![1];
  expect(name(eventFor('2026-06-26'))).toBe(name(eventFor('2026-07-11')));
});

it('the event links to the website and has the same UID in the native app', () => {
  setConfig({ ...galleryConfig, baseUrl: 'https://vayro.example/' });
  const text = eventFor('2026-06-26').replace(/\r\n /g, '');
  setConfig(galleryConfig);
  expect(text).toContain(`URL:https://vayro.example/m/repay/normal?orderId=${options.orderId}`);
  expect(text).toContain(`UID:${options.orderId}@vayro.example`);
});

it('the event has no line longer than 75 bytes', () => {
  for (const line of eventFor('2026-06-26').split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
});

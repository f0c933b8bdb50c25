import { expect, it } from 'vitest';
import { registrationId } from './registration';

it('registrationId is the same hash of the member id as on the server (domain/channel/conversion_test.go)', async () => {
  expect(await registrationId('019b1c3a-8c1e-7d52-9d2e-0c7a3f1f5b11')).toBe('7eecab8b1d8397a4364d23bf81c8b0b1');
});

import { beforeEach, describe, expect, it } from 'vitest';
import { dropDraft, readDraft, writeDraft } from './draft';
import { removeLocalAll, writeLocal } from '@/lib/storage/local';

const empty = { text: '', fileIds: [] as string[] };

describe('drafts of messages', () => {
  beforeEach(() => localStorage.clear());

  it('come back after a reload, until they are sent', () => {
    expect(readDraft('message', empty)).toEqual(empty);
    writeDraft('message', { text: 'Xin chào', fileIds: ['1'] });
    expect(readDraft('message', empty)).toEqual({ text: 'Xin chào', fileIds: ['1'] });
    expect(readDraft('complaint', empty)).toEqual(empty);
    dropDraft('message');
    expect(readDraft('message', empty)).toEqual(empty);
  });

  it('go with the session', () => {
    writeDraft('message', { text: 'Xin chào' });
    removeLocalAll('draft:');
    expect(readDraft('message', empty)).toEqual(empty);
  });

  it('start empty where what was kept cannot be read', () => {
    writeLocal('draft:message', '{');
    expect(readDraft('message', empty)).toEqual(empty);
  });
});

import { expect, it } from 'vitest';
import { kindOfEvent } from './stream-event';

it('sorts stored kinds into the ones a browser listens for', () => {
  expect(['book.step', 'book.state', 'alert', 'job.progress', 'tool_call', 'attempt'].map(kindOfEvent)).toEqual(['step', 'book', 'alert', 'job', 'other', 'attempt']);
});

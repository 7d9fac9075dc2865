'use client';
import { useState } from 'react';
import { startAfter } from './stream';

/** Says where the stream begins: no event falls between the drawing of the page and the opening of the line. */
export function StreamStart({ after }: { after: number }) {
  // While rendering, not in an effect: listeners deeper in the page open the stream in theirs.
  useState(() => startAfter(after));
  return null;
}

// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ActionResult } from '../action-result';
import { ConfirmReason } from './confirm-reason';
import { ToastProvider } from './toast';

const refresh = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }) }));

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
});

async function open(onConfirm: (reason: string) => Promise<ActionResult>) {
  await act(async () => root.render(<ToastProvider><ConfirmReason verb="Halt" title="Halt: Book" effect="Stops trading." reason="required" danger onConfirm={onConfirm} /></ToastProvider>));
  await act(async () => host.querySelector('button')?.click());
  const dialog = host.querySelector('dialog') as HTMLDialogElement;
  const button = [...dialog.querySelectorAll('button')].find((b) => b.textContent === 'Halt') as HTMLButtonElement;
  const type = (text: string) =>
    act(async () => {
      const area = dialog.querySelector('textarea') as HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const submit = () => act(async () => void (dialog.querySelector('form') as HTMLFormElement).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  return { dialog, button, type, submit };
}

it('guarantees that nothing happens without a reason, and says why the button is off', async () => {
  const run = vi.fn(async () => ({ ok: true, data: null }) as const);
  const { button, submit, type } = await open(run);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.title).toMatch(/reason/);
  await submit();
  expect(run).not.toHaveBeenCalled();
  await type('  too much friction ');
  await submit();
  expect(run).toHaveBeenCalledWith('too much friction');
});

it('guarantees that opening it does not put the focus on the button that does it', async () => {
  const { button } = await open(async () => ({ ok: true, data: null }));
  expect(document.activeElement).not.toBe(button);
});

it('keeps the reason and shows the sentence when it was refused, and asks for the page as it is now', async () => {
  const { dialog, submit, type } = await open(async () => ({ ok: false, error: { code: 'STALE', message: 'Book changed since you looked.' } }));
  await type('because of the drawdown');
  await submit();
  expect(dialog.querySelector('[role=alert]')?.textContent).toContain('Book changed since you looked.');
  expect(dialog.querySelector('textarea')?.value).toBe('because of the drawdown');
  expect(refresh).toHaveBeenCalled();
});

// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { DecisionBar } from './decision-bar';

const router = vi.hoisted(() => ({ refresh: vi.fn(), push: vi.fn() }));
vi.mock('next/navigation', () => ({ useRouter: () => router }));

let host: HTMLElement;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  host = document.body.appendChild(document.createElement('div'));
});
afterEach(() => host.remove());

const binding = 'd'.repeat(64);
async function show(over: Partial<Parameters<typeof DecisionBar>[0]> = {}) {
  const ok = async () => ({ ok: true as const, data: { proposalId: 'pro_2' } });
  const actions = { approve: vi.fn(ok), cancel: vi.fn(ok), reject: vi.fn(ok), requestChanges: vi.fn(ok) };
  await act(async () =>
    createRoot(host).render(
      <ToastProvider>
        <DecisionBar proposalId="pro_1" bindingHash={binding} whyNotApprove={null} whyNotDecide={null} whyNotCancel={null} hold={null} actions={actions} {...over} />
      </ToastProvider>,
    ),
  );
  return actions;
}
const button = (name: string) => [...host.querySelectorAll('button')].find((b) => b.textContent?.trim() === name) as HTMLButtonElement;

it('approves exactly the hash that was shown', async () => {
  const actions = await show();
  expect(host.textContent).toContain(binding.slice(0, 10));
  await act(async () => button('Approve').click());
  expect(actions.approve).toHaveBeenCalledExactlyOnceWith({ proposalId: 'pro_1', expectedBinding: binding });
});

it('a red gate disables Approve, says why, and a click does nothing', async () => {
  const actions = await show({ whyNotApprove: 'Gate tests is red (TEST_FAILED): 1 of 42 tests failed.' });
  expect(button('Approve').getAttribute('aria-disabled')).toBe('true');
  expect(host.textContent).toContain('1 of 42 tests failed');
  await act(async () => button('Approve').click());
  expect(actions.approve).not.toHaveBeenCalled();
});

it('whatever moved meanwhile is said with the way to read it again', async () => {
  const approve = vi.fn(async () => ({ ok: false as const, error: { code: 'BINDING_MISMATCH' as const, message: 'What you saw is not what would be deployed now.' } }));
  const ok = vi.fn(async () => ({ ok: true as const, data: { proposalId: 'x' } }));
  await show({ actions: { approve, cancel: ok, reject: ok, requestChanges: ok } });
  await act(async () => button('Approve').click());
  expect(host.querySelector('[role=alert]')?.textContent).toContain('What you saw is not what would be deployed now.');
  expect(button('Read it again')).toBeTruthy();
});

it('during the hold only Cancel stands there, and it takes the approval back', async () => {
  const actions = await show({ hold: { approvalId: 'apv_1', approverName: 'You', holdUntil: Date.now() + 9_500 } });
  expect(button('Approve')).toBeUndefined();
  expect(host.textContent).toContain('You approved this.');
  await act(async () => button('Cancel').click());
  expect(actions.cancel).toHaveBeenCalledExactlyOnceWith({ approvalId: 'apv_1' });
});

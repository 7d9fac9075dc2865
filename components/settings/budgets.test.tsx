// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ToastProvider } from '@/components/ui/toast';
import { Budgets } from './budgets';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => {} }) }));

it('an account says what is left of each currency in its columns and, on a phone, beside the button that fills it', () => {
  const amount = { tokens: 1_234_567, cpuSeconds: 3593, costMicros: 19_500_000, wallSeconds: null };
  const html = renderToStaticMarkup(
    <ToastProvider>
      <Budgets accounts={[{ id: 'acc_1', name: 'Daily momentum', href: null, exhausted: true, limit: { ...amount, tokens: 2_000_000 }, left: amount }]} whyNot={null} topUp={async () => ({ ok: true, data: null })} />
    </ToastProvider>,
  );
  for (const text of ['1,234,567', '3,593', '19.50']) expect(html.split(`>${text} `).length - 1 , text).toBe(2);
  expect(html.split('not limited')).toHaveLength(3);
  expect(html.split('Top up</button>')).toHaveLength(3);
  expect(html).toContain('id="account-acc_1"');
  expect(html).toContain('Used up');
});

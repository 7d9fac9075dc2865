import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { ZoneProvider } from '@/components/shell/zone';
import { readTheme, readZone } from './_server/preferences';
import './globals.css';

export const metadata: Metadata = { title: { default: 'OOM-RL Console', template: '%s · OOM-RL Console' }, description: 'Operator console for OOM-RL.' };
export const viewport: Viewport = { width: 'device-width', initialScale: 1, themeColor: [{ media: '(prefers-color-scheme: light)', color: '#fbfaf8' }, { media: '(prefers-color-scheme: dark)', color: '#121211' }] };
/** Every page depends on the session and carries a CSP nonce. */
export const dynamic = 'force-dynamic';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [theme, zone] = await Promise.all([readTheme(), readZone()]);
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <ZoneProvider zone={zone}>{children}</ZoneProvider>
      </body>
    </html>
  );
}

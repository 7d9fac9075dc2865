import { NextRequest } from 'next/server';
import { expect, it } from 'vitest';
import { proxy } from './proxy';

const ask = (path: string, init: { method?: string; headers?: Record<string, string> } = {}) => proxy(new NextRequest(`http://127.0.0.1:3000${path}`, { method: init.method ?? 'GET', headers: { host: '127.0.0.1:3000', ...init.headers } }));

it('refuses a host that is not ours: DNS rebinding gets nothing, whatever Origin it brings', () => {
  for (const host of ['evil.example', 'evil.example:3000', '127.0.0.1:9', '']) expect(ask('/', { headers: { host, origin: `http://${host}` } }).status).toBe(421);
  for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000']) expect(ask('/', { headers: { host } }).status).toBe(200);
});

it('refuses every write that another site sends, to pages and to the API', () => {
  for (const path of ['/', '/api/anything']) {
    expect(ask(path, { method: 'POST', headers: { origin: 'http://evil.example' } }).status).toBe(403);
    expect(ask(path, { method: 'POST', headers: { origin: 'null' } }).status).toBe(403);
    expect(ask(path, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }).status).toBe(403);
    expect(ask(path, { method: 'POST', headers: { origin: 'http://127.0.0.1:3000' } }).status).toBe(200);
  }
});

it('gives each page a policy with a fresh nonce and no inline script', () => {
  const policy = () => ask('/').headers.get('content-security-policy') ?? '';
  expect(policy()).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]+' 'strict-dynamic'(;|$)/);
  expect(policy()).not.toBe(policy());
  expect(policy()).toContain("frame-ancestors 'none'");
  expect(policy()).not.toContain('unsafe-eval');
});

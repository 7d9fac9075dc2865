import { type NextRequest, NextResponse } from 'next/server';

const port = process.env.PORT ?? '3000';
const HOSTS = new Set((process.env.ALLOWED_HOSTS ?? `127.0.0.1:${port},localhost:${port},[::1]:${port}`).split(',').map((host) => host.trim()));
const deny = (message: string, status: number) => new NextResponse(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });

/** Inline styles stay allowed: recharts positions its tooltip with them (stack.md P33). Scripts need the nonce. */
function policy(nonce: string): string {
  const dev = process.env.NODE_ENV === 'development';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/**
 * The outer wall: host allow-list against DNS rebinding (Next compares Origin with Host only, P30), same-site check on
 * every request that is not a read, and a CSP with a fresh nonce. Who may do what is decided beside the data, not here.
 */
export function proxy(request: NextRequest): NextResponse {
  const host = request.headers.get('host') ?? '';
  if (!HOSTS.has(host)) return deny(`The host ${JSON.stringify(host.slice(0, 100))} is not allowed; set ALLOWED_HOSTS to serve it.`, 421);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const origin = request.headers.get('origin');
    const site = request.headers.get('sec-fetch-site');
    const same = origin ? origin === `http://${host}` || origin === `https://${host}` : site === null || site === 'same-origin';
    if (!same) return deny('This request came from another site and was refused.', 403);
  }
  if (request.nextUrl.pathname.startsWith('/api/')) return NextResponse.next();
  const nonce = btoa(crypto.randomUUID());
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy(nonce));
  // So that a page which needs a session can send the reader back after sign-in.
  headers.set('x-oomrl-path', request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy(nonce));
  return response;
}

export const config = { matcher: ['/((?!_next/static|_next/image).*)'] };

/** An address inside this console to go to after sign-in; anything else becomes the overview (no open redirect). */
export function safeNext(next: string | undefined): string {
  return next && /^\/(?![/\\])[^\\\s]*$/.test(next) && !next.startsWith('/sign-in') ? next : '/';
}

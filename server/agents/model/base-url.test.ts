import { expect, it } from 'vitest';
import { readBaseUrl } from './base-url';

const read = (url: string, more: Record<string, string> = {}) => readBaseUrl('openai', { OPENAI_BASE_URL: url, ...more } as unknown as NodeJS.ProcessEnv);

it('this machine may be asked in plain text, others over TLS only, unless their host is named', () => {
  for (const url of ['http://localhost:11434/v1', 'http://127.0.0.1:8000/v1', 'http://[::1]:8080/v1', 'https://gateway.example/v1']) expect(read(url)).toBe(url);
  expect(read('')).toBeNull();
  expect(() => read('http://gateway.example/v1')).toThrow(/OPENAI_BASE_URL: gateway.example is another machine.*OOMRL_MODEL_PLAIN_HTTP/);
  expect(() => read('http://127.0.0.1.evil.example/v1')).toThrow(/another machine/);
  expect(() => read('http://192.168.1.5:8000/v1', { OOMRL_MODEL_PLAIN_HTTP: '192.168.1.50' })).toThrow(/another machine/);
  expect(read('http://192.168.1.5:8000/v1', { OOMRL_MODEL_PLAIN_HTTP: 'x, 192.168.1.5' })).toBe('http://192.168.1.5:8000/v1');
});

it('what is no address is refused without quoting it', () => {
  const said = (url: string): string => {
    try {
      return String(read(url));
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const url of ['ftp://secret', 'secret', 'https://user:secret@gateway.example/v1', 'file:///secret']) expect(said(url)).toMatch(/^OPENAI_BASE_URL: (?!.*secret)/);
});

/** No answer is that long: what a server sends beyond is not read. A token of a stream takes some 300 bytes on the wire. */
const MAX_BYTES = 64_000_000;

/**
 * `fetch` for calls that carry a key and a package's source. A redirect is not followed: the runtime would take the key (x-api-key)
 * and the body along to another host. A body is read up to a limit, so that a server without an end cannot fill the memory.
 */
export const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return refusal(`The server answers with a redirect (${response.status}) to ${targetOf(response)}; the key is not sent on. Set the base URL to the final address.`);
  }
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(upTo(MAX_BYTES)), { status, statusText, headers });
};

const refusal = (message: string): Response => Response.json({ type: 'error', error: { type: 'redirect', message } }, { status: 400 });

/** Host only: an address may carry a key. */
function targetOf(response: Response): string {
  try {
    return new URL(response.headers.get('location') ?? '', response.url).host;
  } catch {
    return 'no address';
  }
}

function upTo(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > limit) controller.error(new Error(`The server sent more than ${limit / 1e6} MB.`));
      else controller.enqueue(chunk);
    },
  });
}

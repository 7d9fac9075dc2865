import { randomUUID } from 'node:crypto';
import { type McpSession, newSession } from './handle-message';

/** The oldest is forgotten beyond these; its client is told by 404 and introduces itself again (MCP, session management). */
const MAX_SESSIONS = 1_000;

/** Clients of the HTTP server between their initialize and the end of the server. */
export class HttpSessions {
  readonly #byId = new Map<string, McpSession>();

  /** The session a request names, a new one when it names none, null when it names one that is not known. */
  of(id: string | undefined): McpSession | null {
    return id === undefined ? newSession() : (this.#byId.get(id) ?? null);
  }

  /** Keeps a session; returns the id that its client sends from now on. */
  keep(session: McpSession): string {
    const id = randomUUID();
    this.#byId.set(id, session);
    for (const oldest of this.#byId.keys()) {
      if (this.#byId.size <= MAX_SESSIONS) break;
      this.#byId.delete(oldest);
    }
    return id;
  }
}

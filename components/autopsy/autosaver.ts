import type { ActionResult } from '@/components/action-result';

export type SaveState =
  | { readonly kind: 'saved'; readonly at: number | null }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  /** Someone else saved a newer text; nothing is overwritten until a person says which one stays. */
  | { readonly kind: 'conflict'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface AutosaverOptions<T> {
  readonly revision: number;
  readonly delayMs: number;
  /** Compare-and-set on `revision`; answers the next one. */
  readonly save: (value: T, revision: number) => Promise<ActionResult<{ revision: number; savedAt: number }>>;
  readonly onState: (state: SaveState) => void;
}

/**
 * Saves the newest value once typing pauses, one request at a time, each against the revision the last one answered.
 * A failure keeps the value and tries again on the next change or `flush`; a conflict stops until it is settled.
 */
export class Autosaver<T> {
  private pending: { value: T } | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private running: Promise<void> | null = null;
  private revision: number;
  private conflict = false;

  constructor(private readonly options: AutosaverOptions<T>) {
    this.revision = options.revision;
  }

  get currentRevision(): number {
    return this.revision;
  }

  get unsaved(): boolean {
    return this.pending !== null || this.running !== null;
  }

  change(value: T): void {
    this.pending = { value };
    if (this.conflict) return;
    this.options.onState({ kind: 'dirty' });
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), this.options.delayMs);
  }

  /** Saves what is pending now; true when everything is stored. */
  async flush(): Promise<boolean> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    while (this.running) await this.running;
    if (!this.pending || this.conflict) return !this.conflict;
    this.running = this.send(this.pending.value);
    await this.running;
    return !this.unsaved && !this.conflict;
  }

  /** Settles a conflict in favour of the text here: it is saved over the revision that is now the newest. */
  async overwrite(revision: number): Promise<boolean> {
    this.revision = revision;
    this.conflict = false;
    return this.flush();
  }

  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private async send(value: T): Promise<void> {
    const sent = this.pending;
    this.options.onState({ kind: 'saving' });
    const result = await this.options.save(value, this.revision).catch((cause: unknown) => ({ ok: false as const, error: { code: 'INTERNAL' as const, message: `Could not reach the console: ${cause instanceof Error ? cause.message : String(cause)}` } }));
    this.running = null;
    if (!result.ok) {
      this.conflict = result.error.code === 'STALE';
      this.options.onState({ kind: this.conflict ? 'conflict' : 'failed', message: result.error.message });
      return;
    }
    this.revision = result.data.revision;
    if (this.pending === sent) {
      this.pending = null;
      this.options.onState({ kind: 'saved', at: result.data.savedAt });
    } else {
      this.options.onState({ kind: 'dirty' });
    }
  }
}

import { type FileMapping, IMPORT_FIELDS, type ImportField } from '../import-ledger';

/** Number columns of a bar file. */
export const NUMBER_FIELDS = IMPORT_FIELDS.filter((f): f is NumberField => f !== 'date' && f !== 'symbol');
export type NumberField = Exclude<ImportField, 'date' | 'symbol'>;

export interface RefusedRow {
  readonly line: number;
  readonly reason: string;
}

/** One file after parsing: rows in file order, in the units of the file, nothing derived. */
export interface RawTable {
  readonly name: string;
  readonly bytes: number;
  readonly mapping: FileMapping;
  readonly rows: number;
  readonly symbols: readonly string[];
  /** Index into `symbols` per row. */
  readonly symbolAt: Int32Array;
  /** See STAMP_DAY. */
  readonly stamp: Float64Array;
  /** 1-based line in the file per row. */
  readonly line: Int32Array;
  /** Only the columns that the file gives. */
  readonly columns: Readonly<Partial<Record<NumberField, Float64Array>>>;
  /** Decimals of the close as written. */
  readonly closeDecimals: Uint8Array;
  readonly refused: readonly RefusedRow[];
  readonly refusedTotal: number;
}

/** Refusals kept word for word; the total is always counted. */
export const REFUSALS_KEPT = 100;

/** Collects rows into columns that grow by doubling. */
export class TableBuilder {
  rows = 0;
  private symbolAt: Int32Array;
  private stamp: Float64Array;
  private line: Int32Array;
  private closeDecimals: Uint8Array;
  /** One column per given field. */
  private readonly cells: Float64Array[];
  readonly symbols: string[] = [];
  readonly refused: RefusedRow[] = [];
  refusedTotal = 0;
  private readonly symbolIndex = new Map<string, number>();
  private readonly given: readonly NumberField[];

  /** `expected` rows get their room at once: growing by doubling leaves as much garbage as data. */
  constructor(given: readonly NumberField[], expected = 1024) {
    const size = Math.max(16, Math.ceil(expected));
    this.given = given;
    this.cells = given.map(() => new Float64Array(size));
    this.symbolAt = new Int32Array(size);
    this.stamp = new Float64Array(size);
    this.line = new Int32Array(size);
    this.closeDecimals = new Uint8Array(size);
  }

  refuse(line: number, reason: string): void {
    this.refusedTotal++;
    if (this.refused.length < REFUSALS_KEPT) this.refused.push({ line, reason });
  }

  indexOfSymbol(symbol: string): number {
    let at = this.symbolIndex.get(symbol);
    if (at === undefined) {
      at = this.symbols.length;
      this.symbols.push(symbol);
      this.symbolIndex.set(symbol, at);
    }
    return at;
  }

  /** Append one row; `values` follow the order of the given fields. */
  push(symbol: number, stamp: number, line: number, values: Float64Array, closeDecimals: number): void {
    if (this.rows === this.stamp.length) this.grow();
    const r = this.rows++;
    this.symbolAt[r] = symbol;
    this.stamp[r] = stamp;
    this.line[r] = line;
    this.closeDecimals[r] = closeDecimals;
    const { cells } = this;
    for (let k = 0; k < cells.length; k++) cells[k]![r] = values[k]!;
  }

  finish(name: string, bytes: number, mapping: FileMapping): RawTable {
    const { rows, symbols, refused, refusedTotal } = this;
    const columns: Partial<Record<NumberField, Float64Array>> = {};
    for (const [k, field] of this.given.entries()) columns[field] = this.cells[k]!.subarray(0, rows);
    return {
      name, bytes, mapping, rows, symbols, columns, refused, refusedTotal,
      symbolAt: this.symbolAt.subarray(0, rows),
      stamp: this.stamp.subarray(0, rows),
      line: this.line.subarray(0, rows),
      closeDecimals: this.closeDecimals.subarray(0, rows),
    };
  }

  private grow(): void {
    const size = this.rows * 2;
    const wider = <A extends Int32Array | Float64Array | Uint8Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    this.symbolAt = wider(this.symbolAt, new Int32Array(size));
    this.stamp = wider(this.stamp, new Float64Array(size));
    this.line = wider(this.line, new Int32Array(size));
    this.closeDecimals = wider(this.closeDecimals, new Uint8Array(size));
    for (const [k, column] of this.cells.entries()) this.cells[k] = wider(column, new Float64Array(size));
  }
}

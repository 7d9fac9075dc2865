import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { AppError } from '@/server/contracts/errors';
import type { SourceFile } from './guess-mapping';

/** Bounds against bombs: what an import may unpack to, in bytes and files. */
export interface ExpandLimits {
  readonly totalBytes: number;
  readonly files: number;
}

export const DEFAULT_EXPAND_LIMITS: ExpandLimits = { totalBytes: 2 ** 30, files: 20_000 };

/**
 * Unpack gzip, tar and tgz files (one level each: a gzip of a tar is both); other files pass through. Only regular files leave an
 * archive, under their last path parts; links and devices are refused, hidden files (._x of macOS) are left out.
 * @throws AppError TOO_LARGE beyond the limits, BAD_INPUT on a broken archive
 */
export async function expandFiles(files: readonly SourceFile[], limits: ExpandLimits = DEFAULT_EXPAND_LIMITS): Promise<SourceFile[]> {
  const out: SourceFile[] = [];
  let total = 0;
  const keep = (file: SourceFile): void => {
    total += file.bytes.length;
    if (total > limits.totalBytes || out.length >= limits.files) throw tooLarge(file.name, limits);
    out.push(file);
  };
  for (const file of files) {
    const plain = isGzip(file.bytes) ? gunzip(file, limits.totalBytes - total, limits) : file;
    if (isTar(plain.bytes)) for (const member of await untar(plain, limits)) keep(member);
    else keep(plain);
  }
  return out;
}

const BLOCK = 512;
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isTar = (bytes: Uint8Array): boolean => bytes.length >= 512 && new TextDecoder('latin1').decode(bytes.subarray(257, 262)) === 'ustar';

function tooLarge(name: string, limits: ExpandLimits): AppError {
  return new AppError('TOO_LARGE', `${name} unpacks to more than ${limits.totalBytes} bytes or ${limits.files} files; import it in parts.`, { file: name });
}

function gunzip(file: SourceFile, room: number, limits: ExpandLimits): SourceFile {
  try {
    return { name: file.name.replace(/\.gz$/i, '').replace(/\.tgz$/i, '.tar'), bytes: gunzipSync(file.bytes, { maxOutputLength: Math.max(1, room) }) };
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(file.name, limits);
    throw new AppError('BAD_INPUT', `${file.name} is a broken gzip file (${(error as Error).message}).`, { file: file.name });
  }
}

function untar(file: SourceFile, limits: ExpandLimits): Promise<SourceFile[]> {
  // An archive ends with empty blocks; one cut off between two members looks whole to the parser.
  if (file.bytes.length % BLOCK !== 0 || file.bytes.subarray(-BLOCK).some((byte) => byte !== 0)) {
    throw new AppError('BAD_INPUT', `${file.name} is a broken tar archive (it has no end mark: it is cut off).`, { file: file.name });
  }
  return new Promise((resolve, reject) => {
    const members: SourceFile[] = [];
    const unpack = extract();
    const fail = (error: Error): void => {
      unpack.destroy();
      reject(error);
    };
    unpack.on('entry', (header, stream, next) => {
      const name = header.name.replace(/\\/g, '/').split('/').filter((part) => part !== '' && part !== '.' && part !== '..').join('/');
      const hidden = name.slice(name.lastIndexOf('/') + 1).startsWith('.');
      if (header.type !== 'file' && header.type !== 'directory') {
        fail(new AppError('BAD_INPUT', `${file.name}: ${header.name} is a ${header.type}; an archive of bars may hold files and folders only.`, { file: file.name }));
        return;
      }
      const parts: Uint8Array[] = [];
      stream.on('data', (part) => parts.push(part as Uint8Array));
      stream.on('end', () => {
        if (header.type === 'file' && !hidden) members.push({ name, bytes: Buffer.concat(parts) });
        if (members.length > limits.files) fail(tooLarge(file.name, limits));
        else next();
      });
      stream.on('error', reject);
    });
    unpack.on('finish', () => resolve(members));
    unpack.on('error', (error: Error) => reject(error instanceof AppError ? error : new AppError('BAD_INPUT', `${file.name} is a broken tar archive (${error.message}).`, { file: file.name })));
    unpack.end(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length));
  });
}

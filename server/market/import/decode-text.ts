import { AppError } from '@/server/contracts/errors';
import type { TextEncodingName } from '../import-ledger';

/** UTF-8 bytes of a text file and the encoding it came in. */
export interface DecodedText {
  readonly encoding: TextEncodingName;
  readonly utf8: Uint8Array;
}

/**
 * Text as UTF-8 bytes. Order: byte order mark, plain ASCII or strict UTF-8, else GB18030 (a superset of GBK and GB2312, what
 * Chinese terminals export). @throws AppError BAD_INPUT on binary content or on bytes that a named encoding does not allow
 */
export function decodeText(bytes: Uint8Array, fileName: string, forced?: TextEncodingName): DecodedText {
  const text = decode(bytes, fileName, forced);
  // Old Macintosh line ends: without one line feed the file would be a single line.
  if (text.utf8.includes(LINE_FEED) || !text.utf8.includes(RETURN)) return text;
  return { encoding: text.encoding, utf8: text.utf8.map((byte) => (byte === RETURN ? LINE_FEED : byte)) };
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

function decode(bytes: Uint8Array, fileName: string, forced?: TextEncodingName): DecodedText {
  const encoding = forced ?? detectEncoding(bytes);
  switch (encoding) {
    case 'utf-8':
      return { encoding, utf8: bytes };
    case 'utf-8-bom':
      return { encoding, utf8: bytes[0] === 0xef ? bytes.subarray(3) : bytes };
    case 'utf-16le':
    case 'gb18030':
      try {
        return { encoding, utf8: new TextEncoder().encode(new TextDecoder(encoding, { fatal: true }).decode(bytes)) };
      } catch {
        throw new AppError('BAD_INPUT', forced ? `${fileName} is not ${encoding} text; say another "encoding" in the mapping.` : `${fileName} is neither UTF-8 nor GB18030 text throughout (two encodings mixed, or no text); save it in one encoding.`, { file: fileName });
      }
    case 'binary':
      throw new AppError('BAD_INPUT', `${fileName} is not a text table (it holds zero bytes); give CSV, TSV, Parquet or a Qlib folder.`, { file: fileName });
  }
}

function detectEncoding(bytes: Uint8Array): TextEncodingName {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8-bom';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes.includes(0)) return 'binary';
  return isUtf8(bytes) ? 'utf-8' : 'gb18030';
}

/** Four bytes at a time where they are aligned; a bar file of 26 MB is checked in a few milliseconds. */
function isAscii(bytes: Uint8Array): boolean {
  const head = Math.min((4 - (bytes.byteOffset % 4)) % 4, bytes.length);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + head, (bytes.length - head) >> 2);
  for (let k = 0; k < words.length; k++) if ((words[k]! & 0x80808080) !== 0) return false;
  for (let k = 0; k < head; k++) if (bytes[k]! >= 0x80) return false;
  for (let k = head + words.length * 4; k < bytes.length; k++) if (bytes[k]! >= 0x80) return false;
  return true;
}

function isUtf8(bytes: Uint8Array): boolean {
  if (isAscii(bytes)) return true;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

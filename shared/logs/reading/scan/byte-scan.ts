/** Searches bytes for a text, sixteen at a time. Equally fast for all letters and in either case. */
export interface ByteScan {
  /** Returns the first index of the text, or -1. */
  firstIn(bytes: Uint8Array): number;
}

/** Maximum number of bytes compared. Longer texts are searched by their beginning, and the caller compares the rest. */
export const maxTextBytes = 1_024;
const pageBytes = 65_536;
const vectorBytes = 16;
/** Offsets of the text, the case bits of its letters, and the bytes to search in the program's memory. */
const [textAt, bitsAt, bytesAt] = [0, maxTextBytes, 2 * maxTextBytes];
/**
 * Number of bytes searched at a time, in memory that is small and stays in the processor's cache. The last vector is always read to its
 * end.
 */
const windowBytes = 4 * pageBytes;
const pages = Math.ceil((bytesAt + windowBytes + 2 * maxTextBytes + vectorBytes) / pageBytes);

/** Creates a scan. `indexes`: two rare bytes of the text, which are compared first. Letters are ASCII. */
export function byteScan(text: Uint8Array, isCaseSensitive: boolean, indexes: readonly [number, number]): ByteScan {
  if (text.length === 0 || text.length > maxTextBytes) throw new RangeError("The search text is empty");
  const memory = new WebAssembly.Memory({ initial: pages });
  const { first: firstOf } = new WebAssembly.Instance(scanner(), { host: { memory } }).exports as Program;
  const isLetter = (byte: number) => !isCaseSensitive && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  const head = new Uint8Array(memory.buffer, 0, bytesAt);
  const space = new Uint8Array(memory.buffer, bytesAt);
  head.set(
    text.map((byte) => (isLetter(byte) ? byte | 0x20 : byte)),
    textAt,
  );
  head.set(
    text.map((byte) => (isLetter(byte) ? 0x20 : 0)),
    bitsAt,
  );

  return {
    firstIn(bytes) {
      for (let from = 0; from + text.length <= bytes.length; from += windowBytes) {
        const window = bytes.subarray(from, from + windowBytes + text.length - 1);
        space.set(window);
        const found = firstOf(bytesAt, bytesAt + window.length - text.length, text.length, ...indexes);
        if (found >= 0) return from + found - bytesAt;
      }
      return -1;
    },
  };
}

interface Program {
  first(from: number, last: number, length: number, one: number, other: number): number;
}

/** Only the part that is used here: Node's types contain only its name. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (program: Uint8Array) => object;
  readonly Instance: new (compiled: object, imports: object) => { readonly exports: unknown };
};

let compiled: object | undefined;

function scanner(): object {
  compiled ??= new WebAssembly.Module(Uint8Array.from(program));
  return compiled;
}

const [i32, v128] = [0x7f, 0x7b];
const [get, set, tee, constant] = [0x20, 0x21, 0x22, 0x41];
const [block, loop, end, jump, jumpIf, leave] = [0x02, 0x03, 0x0b, 0x0c, 0x0d, 0x0f];
const [isZero, differ, greater, less, add, subtract, and, or, trailingZeros] = [
  0x45, 0x47, 0x4a, 0x48, 0x6a, 0x6b, 0x71, 0x72, 0x68,
];
const nothing = 0x40;
const byteAt = (offset: number) => [0x2d, 0, ...leb(offset)];
const vector = (code: number, ...more: readonly number[]) => [0xfd, ...leb(code), ...more];
const vectorAt = vector(0x00, 0, 0);
const [splat, sameBytes, bothVectors, eitherVector, bitmask] = [0x0f, 0x23, 0x4e, 0x50, 0x64].map((code) =>
  vector(code),
) as [number[], number[], number[], number[], number[]];
/** Parameters and variables of the only function. */
const [from, last, length, one, other, oneByte, otherByte, oneBits, otherBits, hits, place, count] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
];

/** Finds the positions among sixteen where one of the text's bytes can be, in either case. */
const hitsOf = (offset: number, bits: number, byte: number) => [
  ...[get, from, get, offset, add, ...vectorAt],
  ...[get, bits, ...eitherVector, get, byte, ...sameBytes],
];

const body = [
  // The bytes to search for first, sixteen times each.
  ...[get, one, ...byteAt(textAt), ...splat, set, oneByte, get, other, ...byteAt(textAt), ...splat, set, otherByte],
  ...[get, one, ...byteAt(bitsAt), ...splat, set, oneBits, get, other, ...byteAt(bitsAt), ...splat, set, otherBits],
  ...[block, nothing, loop, nothing],
  ...[get, from, get, last, greater, jumpIf, 1],
  ...[...hitsOf(one, oneBits, oneByte), ...hitsOf(other, otherBits, otherByte), ...bothVectors, ...bitmask, set, hits],
  // Each position with both bytes is compared completely.
  ...[block, nothing, loop, nothing],
  ...[get, hits, isZero, jumpIf, 1],
  ...[get, from, get, hits, trailingZeros, add, tee, place, get, last, greater, jumpIf, 3],
  ...[constant, 0, set, count],
  ...[block, nothing, loop, nothing],
  ...[get, place, get, count, add, ...byteAt(0), get, count, ...byteAt(bitsAt), or],
  ...[get, count, ...byteAt(textAt), differ, jumpIf, 1],
  ...[get, count, constant, 1, add, tee, count, get, length, less, jumpIf, 0],
  ...[get, place, leave, end, end],
  ...[get, hits, get, hits, constant, 1, subtract, and, set, hits, jump, 0, end, end],
  ...[get, from, constant, vectorBytes, add, set, from, jump, 0, end, end],
  ...[constant, 0x7f, end], // -1
];

/** Four vectors, three numbers, and the code. */
const first = [2, 4, v128, 3, i32, ...body];
const name = (text: string) => [text.length, ...Buffer.from(text)];
const section = (id: number, bytes: readonly number[]) => [id, ...leb(bytes.length), ...bytes];

/** WebAssembly module: one function over the memory that it is given. */
const program = [
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 1, i32]),
  ...section(2, [1, ...name("host"), ...name("memory"), 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...name("first"), 0, 0]),
  ...section(10, [1, ...leb(first.length), ...first]),
];

/** Encodes a non-negative number in WebAssembly's format. */
function leb(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

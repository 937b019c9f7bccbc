import { type ByteScan, byteScan } from "./byte-scan.ts";

/** Text to search for in bytes. */
export interface SearchText {
  /** Length in bytes. */
  readonly length: number;
  isIn(bytes: Buffer): boolean;
  /** Returns the last index of the text, or -1. */
  lastIn(bytes: Buffer): number;
}

/** Size of the sample that shows which of a text's bytes is the rarest. Bytes. */
const sampleBytes = 64 * 1024;
/** The rarest byte is used if it occurs less often than once in this many bytes, because each find costs a call. */
const rareEvery = 2_048;

/**
 * Searches for a text by its rarest byte in a sample: most blocks don't contain it and are skipped as fast as they are read. If no byte
 * is rare, searches for the whole text. A case-insensitive text must be ASCII.
 */
export function searchText(text: string, isCaseSensitive: boolean): SearchText {
  const wanted = Buffer.from(isCaseSensitive ? text : text.toLowerCase());
  let rarest: Rarest | undefined;
  let scan: ByteScan | undefined;

  const holds = (bytes: Buffer): boolean => {
    rarest ??= rarestOf(wanted, isCaseSensitive, bytes.subarray(0, sampleBytes));
    const { indexes, bytes: either, isRare } = rarest;
    const [firstIndex] = indexes;
    const scanned = (): boolean => {
      scan ??= byteScan(wanted, isCaseSensitive, indexes);
      return scan.firstIn(bytes) >= 0;
    };
    if (!isRare) return scanned();
    let finds = 0;
    for (const byte of either)
      for (let at = bytes.indexOf(byte, firstIndex); at >= 0; at = bytes.indexOf(byte, at + 1)) {
        finds += 1;
        if (finds > bytes.length / rareEvery) return scanned();
        if (isAt(bytes, at - firstIndex)) return true;
      }
    return false;
  };
  const isAt = (bytes: Buffer, start: number): boolean => {
    const found = bytes.subarray(start, start + wanted.length);
    return isCaseSensitive
      ? found.equals(wanted)
      : found.toString("latin1").toLowerCase() === wanted.toString("latin1");
  };

  return {
    length: wanted.length,
    isIn: (bytes) => bytes.length >= wanted.length && holds(bytes),
    lastIn(bytes) {
      if (bytes.length < wanted.length || !holds(bytes)) return -1;
      return isCaseSensitive
        ? bytes.lastIndexOf(wanted)
        : bytes.toString("latin1").toLowerCase().lastIndexOf(wanted.toString("latin1"));
    },
  };
}

interface Rarest {
  /** Indexes of the text's two rarest bytes. */
  readonly indexes: readonly [number, number];
  /** Values of the first one, in both cases if case doesn't matter. */
  readonly bytes: readonly number[];
  readonly isRare: boolean;
}

function rarestOf(wanted: Buffer, isCaseSensitive: boolean, sample: Buffer): Rarest {
  const counts = new Uint32Array(256);
  for (const byte of sample) counts[byte] = (counts[byte] ?? 0) + 1;
  const cases = (byte: number): readonly number[] =>
    isCaseSensitive || byte < 0x61 || byte > 0x7a ? [byte] : [byte, byte - 0x20];
  const often = (byte: number) => cases(byte).reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  const [first = 0, second = first] = [...wanted.keys()].sort(
    (one, other) => often(wanted[one] ?? 0) - often(wanted[other] ?? 0),
  );
  const isRare = often(wanted[first] ?? 0) * rareEvery <= sample.length;
  return { indexes: [first, second], bytes: cases(wanted[first] ?? 0), isRare };
}

/** A text as it is looked for in bytes. */
export interface SoughtText {
  /** How many bytes it takes. */
  readonly length: number;
  isIn(bytes: Buffer): boolean;
  /** Where it stands last, or -1. */
  lastIn(bytes: Buffer): number;
}

/** What is looked at to tell which of a text's bytes is the rarest. */
const sampleBytes = 64 * 1024;
/** The rarest byte is looked for where it comes less often than once in so many; every find of it costs a call. */
const rareEvery = 2_048;

/**
 * Looks for a text by the byte of it that the first bytes hold least of: most blocks have none, and are passed over as fast as they are read.
 * Whatever the case, the text has to be ASCII.
 */
export function soughtText(text: string, isCaseSensitive: boolean): SoughtText {
  const wanted = Buffer.from(isCaseSensitive ? text : text.toLowerCase());
  const pattern = isCaseSensitive ? undefined : new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "i");
  let rarest: { readonly place: number; readonly bytes: readonly number[] } | undefined;

  const holds = (bytes: Buffer): boolean => {
    rarest ??= rarestOf(wanted, isCaseSensitive, bytes.subarray(0, sampleBytes));
    const { place, bytes: either } = rarest;
    let finds = 0;
    for (const byte of either)
      for (let at = bytes.indexOf(byte, place); at >= 0; at = bytes.indexOf(byte, at + 1)) {
        finds += 1;
        if (finds > bytes.length / rareEvery)
          return pattern?.test(bytes.toString("latin1")) ?? bytes.indexOf(wanted) >= 0;
        if (isAt(bytes, at - place)) return true;
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

/** The place in a text whose byte, in either case where case does not matter, comes least often. */
function rarestOf(wanted: Buffer, isCaseSensitive: boolean, sample: Buffer) {
  const counts = new Uint32Array(256);
  for (const byte of sample) counts[byte] = (counts[byte] ?? 0) + 1;
  const cases = (byte: number): readonly number[] =>
    isCaseSensitive || byte < 0x61 || byte > 0x7a ? [byte] : [byte, byte - 0x20];
  const often = (byte: number) => cases(byte).reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  let place = 0;
  for (let at = 1; at < wanted.length; at += 1) if (often(wanted[at] ?? 0) < often(wanted[place] ?? 0)) place = at;
  return { place, bytes: cases(wanted[place] ?? 0) };
}

/** Name of a header, as received and in lower case. */
export interface HeaderName {
  readonly spelled: string;
  readonly folded: string;
}

/** Header names by their bytes. */
export interface HeaderNames {
  /** Returns the name of the header at a zero-based position in the head of a response. */
  at(place: number, bytes: Uint8Array): HeaderName;
}

/** Maximum number of positions. A longer head isn't one that a server sends repeatedly. */
const maxPlaces = 64;

/**
 * Caches the last name at each position: a server's responses have the same names in the same order, and comparing a few bytes is
 * cheaper than decoding them.
 */
export function headerNames(): HeaderNames {
  const last: (HeaderName & { readonly bytes: Uint8Array })[] = [];
  return {
    at(place, bytes) {
      const known = last[place];
      if (known !== undefined && isSame(known.bytes, bytes)) return known;
      const spelled = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      // Copied, because the bytes are part of a whole read.
      const name = { spelled, folded: spelled.toLowerCase(), bytes: Uint8Array.from(bytes) };
      if (place <= last.length && place < maxPlaces) last[place] = name;
      return name;
    },
  };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  const { length } = one;
  if (length !== other.length) return false;
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

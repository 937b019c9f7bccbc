/** A header's name, as it was spelled and in lower case. */
export interface HeaderName {
  readonly spelled: string;
  readonly folded: string;
}

/** Names of headers by their bytes. */
export interface HeaderNames {
  /** The name of the header at a place of an answer's head, from 0. */
  at(place: number, bytes: Uint8Array): HeaderName;
}

/** A head with more is none that a server sends again and again. */
const mostPlaces = 64;

/**
 * Remembers which name came at which place last: a server's answers have the same names in the same order, and to compare a few bytes costs a call
 * less than to make a text of them.
 */
export function headerNames(): HeaderNames {
  const last: (HeaderName & { readonly bytes: Uint8Array })[] = [];
  return {
    at(place, bytes) {
      const known = last[place];
      if (known !== undefined && isSame(known.bytes, bytes)) return known;
      const spelled = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      // A copy: the bytes are part of all that was read with them.
      const name = { spelled, folded: spelled.toLowerCase(), bytes: Uint8Array.from(bytes) };
      if (place <= last.length && place < mostPlaces) last[place] = name;
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

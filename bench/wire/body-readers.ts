/** Reads the next bytes of a body; returns the bytes after its end, "more" if it is incomplete, or "broken" for invalid framing. */
export type BodyReader = (bytes: Buffer) => Buffer | "more" | "broken";

type Count = ((sizeBytes: number) => void) | undefined;

/** Returns a reader for a body of known length. */
export function countedBody(lengthBytes: number, count: Count): BodyReader {
  let left = lengthBytes;
  return (bytes) => {
    const taken = Math.min(left, bytes.length);
    left -= taken;
    if (taken > 0) count?.(taken);
    return left === 0 ? bytes.subarray(taken) : "more";
  };
}

/** Returns a reader for a chunked body, including its trailer. */
export function chunkedBody(count: Count): BodyReader {
  let phase: "size" | "data" | "data-end" | "trailer" = "size";
  let line = "";
  let left = 0;

  return (bytes) => {
    let at = 0;
    while (at < bytes.length) {
      if (phase === "data") {
        const taken = Math.min(left, bytes.length - at);
        at += taken;
        left -= taken;
        count?.(taken);
        if (left === 0) phase = "data-end";
        continue;
      }
      const lineEnd = bytes.indexOf(LINE_FEED, at);
      line += bytes.toString("latin1", at, lineEnd === -1 ? bytes.length : lineEnd);
      if (lineEnd === -1) return "more";
      at = lineEnd + 1;
      const text = line.trimEnd();
      line = "";
      if (phase === "trailer") {
        if (text === "") return bytes.subarray(at);
      } else if (phase === "data-end") {
        if (text !== "") return "broken";
        phase = "size";
      } else {
        if (!CHUNK_SIZE.test(text)) return "broken";
        left = Number.parseInt(text, 16);
        phase = left === 0 ? "trailer" : "data";
      }
    }
    return "more";
  };
}

const LINE_FEED = 0x0a;
const CHUNK_SIZE = /^[0-9a-f]+(?:;.*)?$/i;

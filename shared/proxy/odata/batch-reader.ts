import { ServiceError } from "#shared/contract/errors.ts";

const longestLine = 16 * 1024;
/** Maximum number of characters after the boundary in a delimiter: two dashes and some spaces. */
const longestTail = 64;
const newline = 0x0a;
const nothing = Buffer.alloc(0);

/** Meaning of a delimiter line in a multipart body. */
export type Delimiter = "opens" | "closes";

/** Reads a multipart body: line by line where it must be parsed, in large pieces elsewhere. */
export interface BatchReader {
  /**
   * Returns the next line without its end, one character per byte. Undefined at the end.
   * @throws ServiceError batch_refused if it is too long
   */
  line(): Promise<string | undefined>;
  /**
   * Yields a part's body in pieces, up to the delimiter line, which isn't consumed.
   * @throws ServiceError batch_refused if there is no delimiter
   */
  body(boundary: string): AsyncGenerator<Buffer, void>;
  /** Reads to the end, so that the connection is free for its next call. */
  drain(): Promise<void>;
}

export function batchReader(source: AsyncIterable<Buffer>): BatchReader {
  const chunks = source[Symbol.asyncIterator]();
  let pending: Buffer = nothing;

  /** Reads another chunk. Returns false at the end. */
  const more = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (next.done === true) return false;
    pending = pending.length === 0 ? next.value : Buffer.concat([pending, next.value]);
    return true;
  };

  return {
    async line() {
      let end = pending.indexOf(newline);
      while (end < 0 && pending.length <= longestLine && (await more())) end = pending.indexOf(newline);
      if (end < 0 && pending.length === 0) return undefined;
      if (end < 0) end = pending.length;
      if (end > longestLine) throw batchRefused("a line is longer than 16 KB");
      const line = pending.toString("latin1", 0, end);
      pending = pending.subarray(end + 1);
      return line.endsWith("\r") ? line.slice(0, -1) : line;
    },

    async *body(boundary) {
      const mark = Buffer.from(`--${boundary}`, "latin1");
      let startsLine = true;
      let from = 0;
      for (;;) {
        const at = markedLine(pending, mark, from, startsLine);
        const tail = at < 0 ? "" : pending.toString("latin1", at, at + mark.length + longestTail);
        const isWhole = tail.includes("\n") || tail.length === mark.length + longestTail;
        if (isWhole && delimiterIn(lineIn(tail), boundary) === undefined) {
          from = at + 1;
          continue;
        }
        if (isWhole) {
          // The line end in front of a delimiter belongs to the delimiter.
          if (at > 0) yield withoutLineEnd(pending.subarray(0, at));
          pending = pending.subarray(at);
          return;
        }
        // Bytes that may be the beginning of the delimiter are kept, including the line end in front of it.
        const certain = (at < 0 ? pending.length - mark.length : at) - 2;
        if (certain > 0) {
          yield pending.subarray(0, certain);
          pending = pending.subarray(certain);
          startsLine = false;
        }
        from = 0;
        if (await more()) continue;
        if (at >= 0 && delimiterIn(lineIn(tail), boundary) !== undefined) {
          const line = pending.indexOf(mark);
          if (line > 0) yield withoutLineEnd(pending.subarray(0, line));
          pending = pending.subarray(line);
          return;
        }
        throw batchRefused("it ends without its closing delimiter");
      }
    },

    async drain() {
      pending = nothing;
      while (await more()) pending = nothing;
    },
  };
}

/** Returns the meaning of a delimiter line. Undefined for any other line. */
export function delimiterIn(line: string, boundary: string): Delimiter | undefined {
  if (!line.startsWith(`--${boundary}`)) return undefined;
  const tail = line.slice(2 + boundary.length).trimEnd();
  if (tail === "") return "opens";
  return tail === "--" ? "closes" : undefined;
}

/** Returns the error for a batch that we can't read. */
export function batchRefused(text: string): ServiceError {
  return new ServiceError("batch_refused", { text });
}

/** Returns the index of a line that starts with the mark. `startsLine`: the first byte starts a line. */
function markedLine(bytes: Buffer, mark: Buffer, from: number, startsLine: boolean): number {
  let at = bytes.indexOf(mark, from);
  while (at > 0 ? bytes[at - 1] !== newline : at === 0 && !startsLine) at = bytes.indexOf(mark, at + 1);
  return at;
}

function lineIn(text: string): string {
  const end = text.indexOf("\n");
  return (end < 0 ? text : text.slice(0, end)).replace(/\r$/, "");
}

function withoutLineEnd(bytes: Buffer): Buffer {
  const end = bytes.length - (bytes[bytes.length - 2] === 0x0d ? 2 : 1);
  return bytes.subarray(0, Math.max(0, end));
}

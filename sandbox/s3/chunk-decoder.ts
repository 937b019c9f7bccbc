import { S3Error } from "./s3-error.ts";

/** Receives the parts of an aws-chunked body, in order. */
export interface ChunkSink {
  /** Called for the line before a chunk, with its size and the text after the semicolon. The last chunk has no bytes. */
  chunk(size: number, extension: string): void;
  data(bytes: Buffer): void;
  chunkEnd(): void;
  trailer(name: string, value: string): void;
}

export interface ChunkDecoder {
  /** Accepts a piece of the body, split anywhere. @throws S3Error */
  push(bytes: Buffer): void;
  /** @throws S3Error if the body is incomplete. */
  finish(): void;
}

const longestLine = 8 * 1024;

/** Decodes aws-chunked framing: `size;extension CRLF bytes CRLF … 0 CRLF trailer-lines CRLF`. */
export function chunkDecoder(sink: ChunkSink): ChunkDecoder {
  let state: "size" | "data" | "end of data" | "trailer" | "done" = "size";
  let line = "";
  let left = 0;

  /** Appends bytes to the line up to its end, and returns the next index; the line is complete if it ends in a line feed. */
  function readLine(bytes: Buffer, from: number): number {
    const feed = bytes.indexOf(0x0a, from);
    const end = feed < 0 ? bytes.byteLength : feed + 1;
    line += bytes.toString("latin1", from, end);
    if (line.length > longestLine) throw broken("A line of the chunked body is too long");
    return end;
  }

  function takeLine(): string | undefined {
    if (!line.endsWith("\n")) return undefined;
    if (!line.endsWith("\r\n")) throw broken("A line of the chunked body has a wrong end");
    const whole = line.slice(0, -2);
    line = "";
    return whole;
  }

  function startChunk(text: string): void {
    const [, size, extension = ""] = /^([0-9a-fA-F]{1,8})(?:;(.*))?$/.exec(text) ?? [];
    if (size === undefined) throw broken("A chunk has no size");
    left = Number.parseInt(size, 16);
    sink.chunk(left, extension);
    if (left === 0) sink.chunkEnd();
    state = left === 0 ? "trailer" : "data";
  }

  function takeTrailer(text: string): void {
    if (text === "") {
      state = "done";
      return;
    }
    const colon = text.indexOf(":");
    if (colon < 1)
      throw new S3Error("MalformedTrailerError", "The request contained trailing data that was not well-formed");
    sink.trailer(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim());
  }

  return {
    push(bytes) {
      for (let index = 0; index < bytes.byteLength; ) {
        if (state === "done") throw broken("There is more behind the end of the chunked body");
        if (state === "data") {
          const end = Math.min(index + left, bytes.byteLength);
          sink.data(bytes.subarray(index, end));
          left -= end - index;
          index = end;
          if (left === 0) state = "end of data";
          continue;
        }
        index = readLine(bytes, index);
        const whole = takeLine();
        if (whole === undefined) continue;
        if (state === "size") startChunk(whole);
        else if (state === "trailer") takeTrailer(whole);
        else {
          if (whole !== "") throw broken("A chunk is longer than it said");
          sink.chunkEnd();
          state = "size";
        }
      }
    },
    finish() {
      if (state !== "done") throw broken("The chunked body ends before its end");
    },
  };
}

function broken(message: string): S3Error {
  return new S3Error("IncompleteBody", message);
}

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { messageReader } from "../../bench/wire/message-reader.ts";

interface Message {
  readonly head: string;
  readonly framing: Buffer;
  readonly bodyBytes: number;
}

const name = fc.stringMatching(/^x-[a-z]{1,8}$/);
const headers = fc.array(fc.tuple(name, fc.stringMatching(/^[ -~]{0,20}$/)), { maxLength: 3 });
const body = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));

/** Message with a declared length. */
const counted = fc.tuple(headers, body).map(([others, bytes]): Message => {
  const head = headOf("HTTP/1.1 200 OK", [...others, ["Content-Length", String(bytes.length)]]);
  return { head, framing: bytes, bodyBytes: bytes.length };
});

/** Chunked message, sometimes with a chunk extension and a trailer. */
const chunked = fc
  .tuple(headers, fc.array(body, { maxLength: 4 }), fc.boolean(), fc.boolean())
  .map(([others, chunks, extended, trailed]): Message => {
    const parts = chunks
      .filter((chunk) => chunk.length > 0)
      .flatMap((chunk) => [
        Buffer.from(`${chunk.length.toString(16)}${extended ? ";name=value" : ""}\r\n`),
        chunk,
        Buffer.from("\r\n"),
      ]);
    const framing = Buffer.concat([...parts, Buffer.from(`0\r\n${trailed ? "X-Sum: 1\r\n" : ""}\r\n`)]);
    const head = headOf("HTTP/1.1 200 OK", [["transfer-encoding", "chunked"], ...others]);
    return { head, framing, bodyBytes: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
  });

/** Request without a body, or a response that never has one. */
const bodiless = fc
  .tuple(fc.constantFrom("GET /a HTTP/1.1", "HTTP/1.1 204 No Content", "HTTP/1.1 304 Not Modified"), headers)
  .map(([line, others]): Message => ({ head: headOf(line, others), framing: Buffer.alloc(0), bodyBytes: 0 }));

const messages = fc.array(fc.oneof(counted, chunked, bodiless), { minLength: 1, maxLength: 6 });
const pieceSizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });

test("a stream of messages reads the same in any split", () => {
  void fc.assert(
    fc.property(messages, pieceSizes, (sent, sizes) => {
      expect(read(pieces(sent, sizes))).toEqual(asRead(sent));
    }),
  );
});

test("a stream of messages reads the same if every chunk uses the same memory", () => {
  void fc.assert(
    fc.property(messages, pieceSizes, (sent, sizes) => {
      const landing = Buffer.alloc(50);
      const landed = function* () {
        for (const piece of pieces(sent, sizes)) {
          piece.copy(landing);
          yield landing.subarray(0, piece.length);
        }
      };
      expect(read(landed())).toEqual(asRead(sent));
    }),
  );
});

test("a message isn't complete before its last byte", () => {
  void fc.assert(
    fc.property(messages, (sent) => {
      const stream = streamOf(sent);
      expect(read([stream.subarray(0, -1)])).toEqual(asRead(sent).slice(0, -1));
    }),
  );
});

test("a response without a length is broken, and nothing after it is read", () => {
  expect(read([Buffer.from("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")])).toEqual(["broken"]);
});

test("a chunk whose size isn't a number is broken, and nothing after it is read", () => {
  const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  expect(read([Buffer.from(`${head}zz\r\n`), Buffer.from("HTTP/1.1 204 No Content\r\n\r\n")])).toEqual(["broken"]);
});

test("a chunk that is longer than announced is broken", () => {
  const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  expect(read([Buffer.from(`${head}2\r\nabc\r\n0\r\n\r\n`)])).toEqual(["broken"]);
});

function headOf(startLine: string, lines: readonly (readonly [string, string])[]): string {
  return [startLine, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n");
}

function streamOf(sent: readonly Message[]): Buffer {
  return Buffer.concat(sent.flatMap(({ head, framing }) => [Buffer.from(`${head}\r\n\r\n`), framing]));
}

function* pieces(sent: readonly Message[], sizes: readonly number[]): Generator<Buffer> {
  const stream = streamOf(sent);
  let at = 0;
  for (let turn = 0; at < stream.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield stream.subarray(at, at + size);
    at += size;
  }
}

function asRead(sent: readonly Message[]): object[] {
  return sent.map(({ head, bodyBytes }) => ({ head, bodyBytes }));
}

/** Returns the reader's report of completed messages, and that the rest was broken. */
function read(stream: Iterable<Buffer>): (object | "broken")[] {
  const reported: (object | "broken")[] = [];
  let head = "";
  let bodyBytes = 0;
  const reader = messageReader({
    head(text) {
      head = text;
      bodyBytes = 0;
    },
    body(sizeBytes) {
      bodyBytes += sizeBytes;
    },
    end() {
      reported.push({ head, bodyBytes });
    },
    broken() {
      reported.push("broken");
    },
  });
  for (const piece of stream) reader(piece);
  return reported;
}

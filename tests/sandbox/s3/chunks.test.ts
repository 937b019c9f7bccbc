import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChunkSink, chunkDecoder } from "../../../sandbox/s3/chunk-decoder.ts";
import { signedChunks } from "../../../sandbox/s3/chunk-signatures.ts";
import { signingKey } from "../../../sandbox/s3/signing-key.ts";
import { example } from "./a-target-key.ts";

interface Decoded {
  readonly body: string;
  readonly trailers: readonly (readonly [string, string])[];
}

/** Feeds the chunks to a decoder. */
function decoded(pieces: readonly Buffer[], wrap: (sink: ChunkSink) => ChunkSink = (sink) => sink): Decoded {
  let body = "";
  const trailers: [string, string][] = [];
  const decoder = chunkDecoder(
    wrap({
      chunk: () => {},
      data: (bytes) => {
        body += bytes.toString("latin1");
      },
      chunkEnd: () => {},
      trailer: (name, value) => trailers.push([name, value]),
    }),
  );
  for (const piece of pieces) decoder.push(piece);
  decoder.finish();
  return { body, trailers };
}

/** Splits a text at any positions. */
function cut(text: string, places: readonly number[]): readonly Buffer[] {
  const borders = [
    0,
    ...places.map((place) => place % (text.length + 1)).sort((one, other) => one - other),
    text.length,
  ];
  return borders.slice(1).map((border, place) => Buffer.from(text.slice(borders[place], border), "latin1"));
}

function framed(chunks: readonly string[], trailers: readonly (readonly [string, string])[]): string {
  const sized = chunks.filter((chunk) => chunk !== "").map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  const lines = trailers.map(([name, value]) => `${name}:${value}\r\n`);
  return [...sized, "0\r\n", ...lines, "\r\n"].join("");
}

describe("a chunked body", () => {
  const bytes = fc.string({ unit: fc.constantFrom("\r", "\n", "0", "a", ";", ":", "\u00ff"), maxLength: 40 });
  const trailer = fc.tuple(fc.constantFrom("x-amz-checksum-crc32", "x-other"), fc.constantFrom("AAAAAA==", "v"));
  const borders = fc.array(fc.nat(400), { maxLength: 12 });

  test("is the same for any chunk borders and any bytes", () => {
    fc.assert(
      fc.property(
        fc.array(bytes, { maxLength: 5 }),
        fc.array(trailer, { maxLength: 2 }),
        borders,
        (chunks, trailers, places) => {
          const text = framed(chunks, trailers);
          expect(decoded(cut(text, places))).toEqual({ body: chunks.join(""), trailers });
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("is the same byte by byte", () => {
    const text = framed(["one", "\r\n0\r\n\r\n", "x".repeat(300)], [["x-amz-checksum-crc32", "AAAAAA=="]]);
    expect(decoded([...text].map((byte) => Buffer.from(byte, "latin1")))).toEqual({
      body: `one\r\n0\r\n\r\n${"x".repeat(300)}`,
      trailers: [["x-amz-checksum-crc32", "AAAAAA=="]],
    });
  });

  test("that ends anywhere before its end is rejected", () => {
    const text = framed(["one", "two"], [["x-amz-checksum-crc32", "AAAAAA=="]]);
    for (let end = 0; end < text.length; end++) {
      expect(() => decoded([Buffer.from(text.slice(0, end), "latin1")])).toThrow(/./);
    }
  });

  const broken = {
    "has no size": "\r\n",
    "has an invalid size": "g\r\n",
    "has a negative size": "-1\r\n",
    "has an impossible size": "fffffffff\r\n",
    "has a chunk that is longer than announced": "1\r\nab\r\n0\r\n\r\n",
    "has a line that never ends": "1".repeat(10_000),
    "has other line ends": "1\na\n0\n\n",
    "continues after its end": "0\r\n\r\nmore",
    "has an invalid trailer": "0\r\nnothing\r\n\r\n",
  };
  for (const [how, text] of Object.entries(broken)) {
    test(`that ${how} is rejected, split anywhere`, () => {
      for (let place = 0; place <= Math.min(text.length, 20); place++) {
        expect(() => decoded(cut(text, [place]))).toThrow(/./);
      }
    });
  }
});

describe("AWS's own example of signed chunks", () => {
  // Amazon S3 API Reference, "Transferring Payload in Multiple Chunks": 65 KB of the letter a.
  const scope = { day: "20130524", region: "us-east-1", service: "s3" };
  const authentic = {
    key: signingKey(example.secretAccessKey, scope),
    scope,
    time: "20130524T000000Z",
    seed: "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
    payload: "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
  };
  const text = [
    `10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n${"a".repeat(65_536)}\r\n`,
    `400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n${"a".repeat(1024)}\r\n`,
    "0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n",
  ].join("");
  const checked = (body: string, places: readonly number[] = []): Decoded =>
    decoded(cut(body, places), (sink) => signedChunks(authentic, false, sink));

  test("is valid, split anywhere", () => {
    for (const places of [[], [1], [65_000, 65_600, 65_700], [text.length - 1]]) {
      expect(checked(text, places).body).toBe("a".repeat(66_560));
    }
  });

  test("is invalid with one other byte, signature, or order", () => {
    expect(() => checked(text.replace("aaaa", "aaab"))).toThrow(/signature/);
    expect(() => checked(text.replace("ad80", "ad81"))).toThrow(/signature/);
    expect(() => checked(text.replace(/;chunk-signature=[0-9a-f]+/, ""))).toThrow(/signature/);
    expect(() => checked(text.slice(text.indexOf("400;")))).toThrow(/signature/);
  });
});

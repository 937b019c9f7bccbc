import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressRules } from "#shared/proxy/addresses/address-rules.ts";
import { verifies } from "../support/verifies.ts";

const upstream = "https://fms.example.com";
const own = "https://keys.example.com:3400";
const rules = addressRules(upstream, () => own);

/** Returns the expected text by a second implementation of the rules, which rewrites the text as a whole. */
function expected(text: string): string {
  return text
    .replaceAll(`${upstream}/Streaming_SSL/`, `${own}/svc/fmi/streaming/`)
    .replaceAll(`${upstream}/fmi/`, `${own}/svc/fmi/`);
}

function inPieces(text: string, lengths: readonly number[]): string {
  const rewriter = rules.rewriter("svc");
  const bytes = Buffer.from(text, "utf8");
  const parts: Buffer[] = [];
  let at = 0;
  for (const length of lengths) {
    parts.push(Buffer.from(rewriter.push(bytes.subarray(at, at + length))));
    at += length;
  }
  parts.push(Buffer.from(rewriter.push(bytes.subarray(at))), rewriter.end());
  return Buffer.concat(parts).toString("utf8");
}

const piece = fc.oneof(
  fc.constantFrom(
    `${upstream}/Streaming_SSL/MainDB/0A.png?RCType=EmbeddedRCFileProcessor`,
    `${upstream}/fmi/odata/v4/Contacts`,
    `${upstream}/Streaming_SSLx/`,
    `${upstream}/`,
    upstream,
    "https://fms.example.com.evil/fmi/",
    "http://fms.example.com/fmi/",
    "h",
    "ht",
    "https://f",
    '","',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

verifies("proxy:container:chunks", () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });
  fc.assert(
    fc.property(text, lengths, (body, cuts) => {
      expect(inPieces(body, cuts)).toBe(expected(body));
    }),
    { numRuns: 2_000 },
  );
});

verifies("proxy:container:chunks", "at every position where a URL can be split, and byte by byte", () => {
  const body = `{"photo":"${upstream}/Streaming_SSL/MainDB/0A.png","next":"${upstream}/fmi/odata/v4/x"}`;
  for (let cut = 0; cut <= body.length; cut += 1) expect(inPieces(body, [cut])).toBe(expected(body));
  expect(
    inPieces(
      body,
      Array.from(body, () => 1),
    ),
  ).toBe(expected(body));
});

describe("the prefixes", () => {
  test("are exact: another scheme, host, port, or path stays unchanged", () => {
    const unknownCallers = [
      "http://fms.example.com/fmi/",
      "https://fms.example.com:444/fmi/",
      "https://fms.example.com/fmi",
      "https://fms.example.com/Streaming_SSL",
      "https://fms.example.com/streaming_ssl/",
      "https://fms.example.comm/fmi/",
      "https://FMS.example.com/fmi/",
      "https:\\/\\/fms.example.com\\/fmi\\/",
    ];
    for (const unknownCaller of unknownCallers)
      expect(rules.rewriter("svc").whole(Buffer.from(unknownCaller)).toString()).toBe(unknownCaller);
  });

  test("are held back no longer than the longest of them", () => {
    const rewriter = rules.rewriter("svc");
    let [sent, given] = [0, 0];
    for (let round = 0; round < 50; round += 1) {
      const chunk = Buffer.from("https://fms.example.com/Streaming_SS".repeat(3));
      sent += chunk.length;
      given += rewriter.push(chunk).length;
      expect(sent - given).toBeLessThan(`${upstream}/Streaming_SSL/`.length);
    }
  });

  test("a chunk without a URL is forwarded without a copy", () => {
    const chunk = Buffer.from("nothing to see here");
    expect(rules.rewriter("svc").push(chunk).buffer).toBe(chunk.buffer);
  });

  test("in a redirect are rewritten, absolute or not, and others are unchanged", () => {
    expect(rules.location(`${upstream}/Streaming_SSL/MainDB/1`, "otto")).toBe(`${own}/otto/fmi/streaming/MainDB/1`);
    expect(rules.location("/Streaming_SSL/MainDB/1?a=b", "svc")).toBe("/svc/fmi/streaming/MainDB/1?a=b");
    expect(rules.location("/fmi/data/v1", "svc")).toBe("/svc/fmi/data/v1");
    expect(rules.location("https://elsewhere.example.com/fmi/", "svc")).toBe("https://elsewhere.example.com/fmi/");
  });
});

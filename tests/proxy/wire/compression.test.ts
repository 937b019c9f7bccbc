import { brotliDecompressSync, constants, gunzipSync, gzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, expect } from "vitest";
import { rawConnection, rawHead } from "../../support/http/raw-http.ts";
import { type Answering, saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";

const json = ["Content-Type", "application/json; charset=utf-8"];
const long = JSON.stringify({ response: { data: Array.from({ length: 200 }, (_, id) => ({ id, city: "Hamburg" })) } });

const whole = saying(200, [...json, "Content-Length", String(Buffer.byteLength(long))], long);

function ask(acceptEncoding: string | readonly string[], answering: Answering = whole, method = "GET") {
  upstream.answers(answering);
  return service.raw(method, path, { key, headers: { "Accept-Encoding": acceptEncoding } });
}

/** Returns an answer's text after decompression. */
function plain({ bytes, headers }: { readonly bytes: Buffer; readonly headers: Readonly<Record<string, unknown>> }) {
  const coding = headers["content-encoding"];
  if (coding === "gzip") return gunzipSync(bytes).toString();
  if (coding === "br") return brotliDecompressSync(bytes).toString();
  return coding === "zstd" ? zstdDecompressSync(bytes).toString() : bytes.toString();
}

const preferred: readonly (readonly [acceptEncoding: string | readonly string[], coding: string | undefined])[] = [
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["br", "br"],
  ["zstd", "zstd"],
  ["gzip, deflate", "gzip"],
  ["gzip, deflate, br", "br"],
  ["gzip, deflate, br, zstd", "zstd"],
  [["gzip", "br"], "br"],
  ["GZIP;Q=0.8, Br ; q=0.5", "gzip"],
  ["zstd;q=0, br;q=0.001", "br"],
  ["*", "gzip"],
  ["gzip;q=0, *", "br"],
  ["*;q=0.5, br", "br"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["gzip;q=0.5, identity", undefined],
  ["identity", undefined],
  ["", undefined],
  ["deflate, compress", undefined],
  ["gzip;q=0", undefined],
  ["gzip;q=2", undefined],
];
for (const [acceptEncoding, coding] of preferred)
  verifies("proxy:compression:asked", `"${acceptEncoding}" gets ${coding ?? "the uncompressed response"}`, async () => {
    const answer = await ask(acceptEncoding);
    expect(answer.headers["content-encoding"]).toBe(coding);
    expect(plain(answer)).toBe(long);
    expect(Number(answer.headers["content-length"])).toBe(answer.bytes.length);
    if (coding !== undefined) expect(answer.bytes.length).toBeLessThan(long.length / 4);
    expect(upstream.calls[0]?.rawHeaders.join("\n")).toContain("Accept-Encoding\nidentity");
  });

verifies("proxy:compression:asked", "if identity is refused, a short response is compressed too", async () => {
  const answer = await ask("gzip, identity;q=0", saying(200, json, "{}"));
  expect([answer.headers["content-encoding"], plain(answer)]).toEqual(["gzip", "{}"]);
});

verifies("proxy:compression:asked", "a caller without the header gets the uncompressed response", async () => {
  upstream.answers(saying(200, json, long));
  const answer = await service.raw("GET", path, { key });
  expect([answer.headers["content-encoding"], answer.headers.vary]).toEqual([undefined, "Accept-Encoding"]);
  expect(answer.text).toBe(long);
});

verifies("proxy:compression:asked", "a response of unknown length is compressed like a long one", async () => {
  const answer = await ask("gzip", saying(200, json, long));
  expect([answer.headers["content-encoding"], plain(answer)]).toEqual(["gzip", long]);
});

verifies("proxy:compression:asked", "errors of FileMaker Server and responses longer than one chunk", async () => {
  const longer = long.repeat(100);
  for (const [status, body] of [
    [500, long],
    [200, longer],
  ] as const) {
    const answer = await ask("br", saying(status, [...json, "Content-Length", String(body.length)], body));
    expect([answer.status, answer.headers["content-encoding"]]).toEqual([status, "br"]);
    expect(plain(answer)).toBe(body);
  }
});

const unfit: Readonly<Record<string, Answering>> = {
  "1,023 bytes": saying(200, [...json, "Content-Length", "1023"], long.slice(0, 1_023)),
  "a picture": saying(200, ["Content-Type", "image/png"], long),
  "a file": saying(200, ["Content-Type", "application/octet-stream"], long),
  "a body without a type": saying(200, [], long),
  "a part of a file": saying(206, ["Content-Type", "text/plain", "Content-Range", `bytes 0-9/${long.length}`], long),
  "an event stream": saying(200, ["Content-Type", "text/event-stream"], long),
  "a response marked no-transform": saying(200, [...json, "Cache-Control", "private, no-transform"], long),
};
for (const [what, answering] of Object.entries(unfit))
  verifies("proxy:compression:unfit", what, async () => {
    const answer = await ask("gzip, br, zstd", answering);
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(long.startsWith(answer.text)).toBe(true);
  });

verifies("proxy:compression:unfit", "an encoded response keeps its encoding", async () => {
  const answer = await ask("br", saying(200, [...json, "Content-Encoding", "gzip"], gzipSync(long)));
  expect(answer.headers["content-encoding"]).toBe("gzip");
  expect(plain(answer)).toBe(long);
});

verifies("proxy:compression:unfit", "an empty response stays empty", async () => {
  for (const status of [204, 304]) {
    const answer = await ask("gzip, identity;q=0", saying(status, json));
    expect([answer.headers["content-encoding"], answer.bytes.length]).toEqual([undefined, 0]);
  }
});

verifies("proxy:compression:tag", async () => {
  const headers = ["Content-Type", "text/plain", "ETag", '"x"', "Accept-Ranges", "bytes", "Vary", "Origin"];
  const answering = saying(200, [...headers, "Content-Length", String(long.length)], long);
  const compressed = await ask("gzip", answering);
  expect(compressed.headers).toMatchObject({ etag: 'W/"x"', vary: "Origin, Accept-Encoding" });
  expect(compressed.headers).not.toHaveProperty("accept-ranges");
  expect(compressed.headers["content-length"]).not.toBe(String(long.length));
  const asItIs = await ask("identity", answering);
  expect(asItIs.headers).toMatchObject({ etag: '"x"', vary: "Origin, Accept-Encoding", "accept-ranges": "bytes" });
  const weak = await ask("gzip", saying(200, [...json, "ETag", 'W/"y"', "Vary", "accept-encoding"], long));
  expect(weak.headers).toMatchObject({ etag: 'W/"y"', vary: "accept-encoding" });
});

verifies("proxy:compression:head", async () => {
  const headers = ["Content-Type", "text/plain", "Content-Length", String(long.length), "ETag", '"x"'];
  const answer = await ask("gzip", saying(200, headers), "HEAD");
  expect(answer.headers).toMatchObject({ "content-encoding": "gzip", etag: 'W/"x"', vary: "Accept-Encoding" });
  expect(answer.headers).not.toHaveProperty("content-length");
  expect(answer.bytes.length).toBe(0);
});

/** Sends a head and a chunk immediately, and more on request. */
function inPieces(first: string) {
  const { promise, resolve } = Promise.withResolvers<(more: string | undefined) => void>();
  const answering: Answering = (request, response) => {
    request.resume();
    response.writeHead(200, json);
    response.write(first);
    resolve((more) => (more === undefined ? response.destroy() : response.end(more)));
  };
  return { answering, goOn: promise };
}

const head = rawHead(`GET ${path} HTTP/1.1`, [
  "Host: here.test",
  `Authorization: Bearer ${key}`,
  "Accept-Encoding: gzip",
]);

verifies("proxy:compression:pieces", async () => {
  const address = `${upstream.origin}/fmi/odata/v4/Wire`;
  const { answering, goOn } = inPieces(`{"first":"${address}","last":"${address.slice(0, 12)}`);
  upstream.answers(answering);
  const connection = await rawConnection(service.baseUrl);
  connection.send(head);
  const unpacked = () => {
    const [, body = ""] = connection.received.split("\r\n\r\n", 2);
    return gunzipSync(unchunked(body), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  };
  const rewritten = `${service.baseUrl}/svc/fmi/odata/v4/Wire`;
  // The first chunk arrives before the server has sent the second.
  await connection.until((received) => received.includes("\r\n\r\n") && unpacked().includes(rewritten));
  (await goOn)(`${address.slice(12)}"}`);
  await connection.until((received) => received.endsWith("0\r\n\r\n"));
  expect(JSON.parse(unpacked())).toEqual({ first: rewritten, last: rewritten });
  connection.socket.destroy();
});

verifies("proxy:compression:broken", "the server aborts", async () => {
  const { answering, goOn } = inPieces(long);
  upstream.answers(answering);
  const connection = await rawConnection(service.baseUrl);
  connection.send(head);
  await connection.until((received) => received.includes("\r\n\r\n"));
  (await goOn)(undefined);
  await connection.closed;
  expect(connection.received.endsWith("0\r\n\r\n")).toBe(false);
});

verifies("proxy:compression:broken", "the client disconnects", async () => {
  const { answering } = inPieces(long);
  upstream.answers(answering);
  const connection = await rawConnection(service.baseUrl);
  connection.send(head);
  await connection.until((received) => received.includes("\r\n\r\n"));
  connection.socket.destroy();
  await upstream.until(() => upstream.calls[0]?.over === true);
});

/** Returns the bytes of a chunked body, limited to complete chunks. */
function unchunked(body: string): Buffer {
  const [, size, rest = ""] = /^([0-9a-f]+)\r\n(.*)$/s.exec(body) ?? [];
  const length = Number.parseInt(size ?? "0", 16);
  if (length === 0 || rest.length < length) return Buffer.alloc(0);
  return Buffer.concat([Buffer.from(rest.slice(0, length), "latin1"), unchunked(rest.slice(length + 2))]);
}

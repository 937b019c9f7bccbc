import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffersCollected } from "#shared/node/heap.ts";

/**
 * Store for benches, in a separate process: supports the part of the S3 API that the contestants use, and keeps objects in memory. It
 * doesn't check signatures or checksums, so that it isn't the bottleneck. The cost per byte is that of Node's HTTP plus one copy into
 * memory of earlier objects, which avoids new pages and garbage collection; chunked bodies are copied once more.
 */
const objects = new Map<string, readonly Buffer[]>();
const uploads = new Map<string, Map<number, Buffer>>();
const memory = bodyMemory();
const collected = buffersCollected();
const modified = new Date().toISOString();
let made = 0;
/** Returns a unique name. */
const newName = (): string => {
  made += 1;
  return `bench-${made}`;
};

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.statusCode = 500;
    response.end(String(error));
  });
});
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://localhost:${(server.address() as AddressInfo).port}\n`);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://store");
  const [, , ...rest] = decodeURIComponent(url.pathname).split("/");
  const key = rest.join("/");
  const query = url.searchParams;
  const method = request.method ?? "";
  const uploadId = query.get("uploadId");
  response.setHeader("last-modified", new Date(modified).toUTCString());
  if (method === "PUT") {
    const body = await bodyOf(request);
    if (request.headers["if-none-match"] === "*" && objects.has(key)) return answered(response, 412, "");
    const part = Number(query.get("partNumber"));
    if (uploadId !== null) uploads.get(uploadId)?.set(part, body);
    else if (key !== "") objects.set(key, [body]);
    response.setHeader("etag", `"${newName()}"`);
    return answered(response, 200, "");
  }
  if (method === "POST") return postOf(request, response, { key, query, uploadId });
  if (method === "DELETE") {
    const isFolder = key.endsWith("/");
    for (const one of isFolder ? [...objects.keys()] : [key]) if (!isFolder || one.startsWith(key)) deleted(one);
    return answered(response, 204, "");
  }
  if (key === "" && query.has("location")) return answered(response, 200, "<LocationConstraint></LocationConstraint>");
  if (key === "") return answered(response, 200, method === "HEAD" ? "" : listOf(query));
  const found = objects.get(key);
  if (found === undefined)
    return answered(response, 404, method === "HEAD" ? "" : "<Error><Code>NoSuchKey</Code></Error>");
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const begin = Number(from ?? 0);
  const total = lengthOf(found);
  const end = to === undefined || to === "" ? total : Math.min(total, Number(to) + 1);
  response.setHeader("etag", '"bench"');
  if (from !== undefined) response.setHeader("content-range", `bytes ${begin}-${end - 1}/${total}`);
  response.writeHead(from === undefined ? 200 : 206, { "content-length": end - begin });
  if (method !== "HEAD") for (const piece of between(found, begin, end)) response.write(piece);
  response.end();
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** Yields an object's bytes from one offset to another. */
function* between(pieces: readonly Buffer[], begin: number, end: number): Generator<Buffer> {
  let at = 0;
  for (const piece of pieces) {
    const slice = piece.subarray(Math.max(0, begin - at), Math.max(0, end - at));
    if (slice.length > 0) yield slice;
    at += piece.length;
  }
}

interface Post {
  readonly key: string;
  readonly query: URLSearchParams;
  readonly uploadId: string | null;
}

async function postOf(request: IncomingMessage, response: ServerResponse, { key, query, uploadId }: Post) {
  await bodyOf(request);
  if (query.has("uploads")) {
    const id = newName();
    uploads.set(id, new Map());
    const body = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
    return answered(response, 200, body);
  }
  const parts = [...(uploads.get(uploadId ?? "") ?? [])].sort(([one], [other]) => one - other);
  uploads.delete(uploadId ?? "");
  objects.set(
    key,
    parts.map(([, part]) => part),
  );
  const result = `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"bench"</ETag></CompleteMultipartUploadResult>`;
  return answered(response, 200, result);
}

function answered(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/xml", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

/** Returns the complete body; of signed chunks, their content. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = memory.lend(Number(request.headers["content-length"] ?? 0));
  let at = 0;
  request.on("data", (piece: Buffer) => {
    body.fill(piece, at, at + piece.length);
    at += piece.length;
    collected(piece.length);
  });
  await once(request, "end");
  const decoded = request.headers["x-amz-decoded-content-length"];
  if (decoded === undefined) return body;
  const whole = memory.lend(Number(decoded));
  for (let from = 0, to = 0; ; ) {
    const line = body.indexOf("\r\n", from);
    const size = Number.parseInt(body.toString("latin1", from, line), 16);
    if (!(size > 0)) break;
    whole.fill(body.subarray(line + 2, line + 2 + size), to, to + size);
    to += size;
    from = line + 2 + size + 2;
  }
  memory.giveBack(body);
  return whole;
}

function deleted(key: string): void {
  for (const piece of objects.get(key) ?? []) memory.giveBack(piece);
  objects.delete(key);
}

/** Returns memory for bodies, in whole megabytes. It is shared memory, because V8 doesn't count that. */
function bodyMemory() {
  const unit = 1024 * 1024;
  const free = new Map<number, SharedArrayBuffer[]>();
  return {
    lend(bytes: number): Buffer {
      const size = Math.ceil(bytes / unit) * unit;
      return Buffer.from(free.get(size)?.pop() ?? new SharedArrayBuffer(size), 0, bytes);
    },
    giveBack({ buffer }: Buffer): void {
      if (!(buffer instanceof SharedArrayBuffer)) return;
      const same = free.get(buffer.byteLength) ?? [];
      free.set(buffer.byteLength, same);
      same.push(buffer);
    },
  };
}

function listOf(query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const contents: string[] = [];
  const folders = new Set<string>();
  for (const key of [...objects.keys()].filter((one) => one.startsWith(prefix)).sort()) {
    const cut = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    if (cut >= 0) folders.add(key.slice(0, cut + 1));
    else
      contents.push(
        `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><ETag>"bench"</ETag><Size>${lengthOf(objects.get(key) ?? [])}</Size></Contents>`,
      );
  }
  const prefixes = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`);
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join("")}${prefixes.join("")}</ListBucketResult>`;
}

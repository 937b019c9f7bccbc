import { multipartBoundary } from "../addresses/multipart-boundary.ts";
import { headerValues } from "../relay/header-values.ts";
import { type BatchReader, batchReader, batchRefused, type Delimiter, delimiterIn } from "./batch-reader.ts";
import type { BatchLimits, BatchRules } from "./batch-rules.ts";
import { type InnerCall, innerCall } from "./inner-call.ts";
import { type NativeAddress, referenceContent } from "./reference.ts";

/** Maximum size of an inner body whose length is measured. Longer ones stream and must declare their length. Bytes. */
const measuredBytes = 1024 * 1024;
const lineEnd = Buffer.from("\r\n");

/**
 * Rewrites a batch for the server while it is read. The result has our own boundaries and counted lengths, so that the server can't
 * find other calls in it than those that were checked.
 * @throws ServiceError batch_refused, or errors of `target`
 */
export async function* rewrittenBatch(source: AsyncIterable<Buffer>, rules: BatchRules): AsyncGenerator<Buffer, void> {
  const reader = batchReader(source);
  const contentIds = new Set<string>();
  yield* parts(reader, rules, contentIds, rules.boundary, 0);
  await reader.drain();
}

async function* parts(
  reader: BatchReader,
  rules: BatchRules,
  contentIds: Set<string>,
  boundary: string,
  level: number,
): AsyncGenerator<Buffer, void> {
  const fresh = rules.freshBoundary(level);
  let delimiter = await nextDelimiter(reader, boundary);
  while (delimiter === "opens") {
    const { raw: head, delimiter: early } = await headers(reader, boundary);
    if (early !== undefined) throw batchRefused("a part ends before its request");
    const inner = multipartBoundary(headerValues(head, "content-type")[0] ?? "");
    if (inner !== undefined && level === 0) {
      const type = `Content-Type: multipart/mixed; boundary=${rules.freshBoundary(level + 1)}`;
      yield Buffer.from(`--${fresh}\r\n${type}\r\n\r\n`, "latin1");
      yield* parts(reader, rules, contentIds, inner, level + 1);
      delimiter = await nextDelimiter(reader, boundary);
    } else {
      const line = await startLine(reader);
      const { raw, delimiter: next } = await headers(reader, boundary);
      const call = innerCall(head, line, raw, rules, contentIds);
      await rules.limits?.admit(call.method, call.headers);
      yield Buffer.from(`--${fresh}\r\n`, "latin1");
      const native = (address: string) => rules.native(address, contentIds);
      yield* request(call, next === undefined ? reader.body(boundary) : noBody(), native, rules.limits);
      delimiter = next ?? delimiterIn((await reader.line()) ?? "", boundary) ?? "closes";
    }
  }
  yield Buffer.from(`--${fresh}--\r\n`, "latin1");
}

async function* request(
  { head, length, isReference, isJson, target, headers }: InnerCall,
  body: AsyncIterable<Buffer>,
  native: NativeAddress,
  limits: BatchLimits | undefined,
): AsyncGenerator<Buffer, void> {
  const kept: Buffer[] = [];
  let size = 0;
  let streams = false;
  for await (const piece of body) {
    const sent = size;
    size += piece.length;
    if (streams) yield* withinLength(piece, sent, length ?? 0);
    else {
      kept.push(piece);
      streams = size > measuredBytes;
      if (!streams) continue;
      if (isReference) throw batchRefused("a reference has a body of more than 1 MB");
      limits?.checkBody(target, { content: body, replayable: false }, headers);
      if (length === undefined) throw batchRefused("a body of more than 1 MB requires a Content-Length");
      yield Buffer.from(`${head}Content-Length: ${length}\r\n\r\n`, "latin1");
      yield* withinLength(Buffer.concat(kept.splice(0)), 0, length);
    }
  }
  if (streams && size < (length ?? 0)) throw otherLength();
  if (!streams) {
    const content = measured(Buffer.concat(kept, size), length, isJson);
    limits?.checkBody(target, { content: isBlank(content) ? undefined : content, replayable: true }, headers);
    yield whole(head, isReference ? referenceContent(content, native) : content);
  }
  yield lineEnd;
}

/** Yields the part of a streaming piece that belongs to the body. Only blank lines may follow after its length. */
function* withinLength(piece: Buffer, sent: number, length: number): Generator<Buffer, void> {
  const own = Math.max(0, Math.min(piece.length, length - sent));
  if (!isBlank(piece.subarray(own))) throw otherLength();
  if (own > 0) yield piece.subarray(0, own);
}

/**
 * Returns a body without the blank lines that many clients append, which the server would read as part of it. The delimiter ends the
 * body, because clients count lengths wrongly; the length decides whether line ends at its end belong to it.
 */
function measured(body: Buffer, length: number | undefined, isJson: boolean): Buffer {
  if (length !== undefined && length < body.length && isBlank(body.subarray(length))) return body.subarray(0, length);
  if (!isJson || length === body.length) return body;
  let end = body.length;
  while (end > 0 && isLineEnd(body[end - 1])) end -= 1;
  return body.subarray(0, end);
}

function whole(head: string, body: Buffer): Buffer {
  if (isBlank(body)) return Buffer.from(`${head}\r\n`, "latin1");
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`, "latin1"), body]);
}

/** True if there are only blank lines, which don't count as a body. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every(isLineEnd);
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0d || byte === 0x0a;
}

function otherLength() {
  return batchRefused("the length of a body differs from its Content-Length");
}

/** Yields the empty body of a call whose head is ended by the delimiter. */
async function* noBody(): AsyncGenerator<Buffer, void> {}

/** Returns the next delimiter. Text in front of the first part and after the last one is ignored. */
async function nextDelimiter(reader: BatchReader, boundary: string) {
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    const delimiter = delimiterIn(line, boundary);
    if (delimiter !== undefined) return delimiter;
  }
  throw batchRefused("it ends without its closing delimiter");
}

/** Returns the first line of an inner call. Some clients send empty lines in front of it. */
async function startLine(reader: BatchReader): Promise<string> {
  let line = await reader.line();
  while (line === "") line = await reader.line();
  return line ?? "";
}

interface Head {
  /** Alternating names and values. */
  readonly raw: readonly string[];
  /** Delimiter that ended the part, if no empty line did. */
  readonly delimiter: Delimiter | undefined;
}

/** Reads headers up to the empty line, or to the end of a part without one: many clients write GETs like that. */
async function headers(reader: BatchReader, boundary: string): Promise<Head> {
  const raw: string[] = [];
  for (let line = await reader.line(); line !== ""; line = await reader.line()) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/.exec(line ?? "") ?? [];
    const delimiter = delimiterIn(line ?? "", boundary);
    if (delimiter !== undefined && name !== undefined) throw batchRefused("a line is neither a header nor a delimiter");
    if (delimiter !== undefined) return { raw, delimiter };
    if (name === undefined || value === undefined) throw batchRefused("a header of a part is malformed");
    raw.push(name, value);
    if (raw.length > 200) throw batchRefused("a part has more than 100 headers");
  }
  return { raw, delimiter: undefined };
}

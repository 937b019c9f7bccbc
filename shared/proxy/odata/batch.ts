import { multipartBoundary } from "../addresses/multipart-boundary.ts";
import { headerValues } from "../relay/header-values.ts";
import { type BatchReader, batchReader, batchRefused, delimiterIn } from "./batch-reader.ts";
import type { BatchRules } from "./batch-rules.ts";
import { type InnerCall, innerCall } from "./inner-call.ts";
import { referenceContent } from "./reference.ts";

/** An inner body up to this size is measured; a longer one has to say its length, as it streams. */
const measuredBytes = 1024 * 1024;
const lineEnd = Buffer.from("\r\n");

/**
 * A batch on its way to the server: read as it comes and written again, piece by piece. It goes on under boundaries of our own and
 * with lengths that we have counted, so that the server cannot find another call in it than the ones that were checked.
 * @throws ServiceError batch_refused, and what `target` throws
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
    const head = await headers(reader);
    const inner = multipartBoundary(headerValues(head, "content-type")[0] ?? "");
    if (inner !== undefined && level === 0) {
      const type = `Content-Type: multipart/mixed; boundary=${rules.freshBoundary(level + 1)}`;
      yield Buffer.from(`--${fresh}\r\n${type}\r\n\r\n`, "latin1");
      yield* parts(reader, rules, contentIds, inner, level + 1);
      delimiter = await nextDelimiter(reader, boundary);
    } else {
      const call = innerCall(head, await startLine(reader), await headers(reader), rules, contentIds);
      yield Buffer.from(`--${fresh}\r\n`, "latin1");
      yield* request(call, reader.body(boundary), rules.native);
      delimiter = delimiterIn((await reader.line()) ?? "", boundary) ?? "closes";
    }
  }
  yield Buffer.from(`--${fresh}--\r\n`, "latin1");
}

async function* request(
  { head, length, isReference }: InnerCall,
  body: AsyncIterable<Buffer>,
  native: BatchRules["native"],
): AsyncGenerator<Buffer, void> {
  const kept: Buffer[] = [];
  let size = 0;
  let streams = false;
  for await (const piece of body) {
    size += piece.length;
    if (streams) yield piece;
    else {
      kept.push(piece);
      streams = size > measuredBytes;
      if (!streams) continue;
      if (isReference) throw batchRefused("a reference has a body of more than 1 MB");
      if (length === undefined || length < size)
        throw batchRefused("a body of more than 1 MB needs its Content-Length");
      yield Buffer.from(`${head}Content-Length: ${length}\r\n\r\n`, "latin1");
      yield* kept.splice(0);
    }
  }
  if (streams && size !== length) throw batchRefused("a body has another length than its Content-Length says");
  if (!streams) {
    const content = Buffer.concat(kept, size);
    yield whole(head, isReference ? referenceContent(content, native) : content);
  }
  yield lineEnd;
}

/** Blank lines behind a call without a body are no body. */
function whole(head: string, body: Buffer): Buffer {
  if (body.every((byte) => byte === 0x0d || byte === 0x0a)) return Buffer.from(`${head}\r\n`, "latin1");
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`, "latin1"), body]);
}

/** What stands before the first part and behind the last says nothing. */
async function nextDelimiter(reader: BatchReader, boundary: string) {
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    const delimiter = delimiterIn(line, boundary);
    if (delimiter !== undefined) return delimiter;
  }
  throw batchRefused("it ends without its closing delimiter");
}

/** The line that an inner call begins with. Some clients leave another empty line before it. */
async function startLine(reader: BatchReader): Promise<string> {
  const line = await reader.line();
  return line === "" ? ((await reader.line()) ?? "") : (line ?? "");
}

/** Headers up to the empty line: alternating names and values. */
async function headers(reader: BatchReader): Promise<readonly string[]> {
  const raw: string[] = [];
  for (let line = await reader.line(); line !== ""; line = await reader.line()) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/.exec(line ?? "") ?? [];
    if (name === undefined || value === undefined) throw batchRefused("a header of a part is not well formed");
    raw.push(name, value);
    if (raw.length > 200) throw batchRefused("a part has more than 100 headers");
  }
  return raw;
}

import { randomBytes } from "node:crypto";
import type { Reply } from "../../http/reply.ts";
import type { ODataCall } from "../odata-call.ts";
import { badBody, ODataError, unsupported } from "../odata-error.ts";
import { errorAnswer } from "../odata-reply.ts";
import { type BatchLines, batchLines, boundaryOf, type Part, splitMultipart } from "./multipart.ts";
import { partRequest } from "./part-request.ts";
import { type AnsweredPart, writeParts } from "./write-parts.ts";

type AnsweredReply = Extract<AnsweredPart, { kind: "reply" }>;

/** Runs the requests of a multipart body in order; stops at the first failure, unless the request asks to continue. */
export async function runBatch(call: ODataCall): Promise<Reply> {
  const type = call.request.headers["content-type"] ?? "";
  const lines = batchLines(call.request.body, call.settings.batches);
  const parts = partsOf(type, call.request.body, lines);
  const answered: AnsweredPart[] = [];
  const references = new Map<string, string>();
  for (const part of parts) {
    const isChangeset = boundaryOf(part.headers["content-type"] ?? "") !== undefined;
    const next = isChangeset
      ? await runChangeset(call, part, references, lines)
      : await runPart(call, part, references, lines, call.done);
    answered.push(next);
    if (next.kind === "reply" && next.reply.status >= 400 && !call.form.continuesOnError) break;
  }
  const boundary = `b_${randomBytes(12).toString("hex")}`;
  return {
    status: 200,
    code: "0",
    headers: { "Content-Type": `multipart/mixed; boundary=${boundary}`, "OData-Version": call.form.version },
    body: writeParts(call.settings.lostLastGet ? withoutLastGet(parts, answered) : answered, boundary),
  };
}

/** Runs all requests or none: a failure reverts the others and is the changeset's only answer. */
async function runChangeset(
  call: ODataCall,
  part: Part,
  references: Map<string, string>,
  lines: BatchLines,
): Promise<AnsweredPart> {
  const done: ODataCall["done"] = [];
  const replies: AnsweredReply[] = [];
  let parts: readonly Part[];
  try {
    parts = partsOf(part.headers["content-type"] ?? "", part.body, lines);
  } catch (error) {
    return refusal(error, undefined);
  }
  for (const inner of parts) {
    const next = await runPart(call, inner, references, lines, done, true);
    if (next.reply.status >= 400) {
      for (const change of done.reverse()) change.undo();
      return next;
    }
    replies.push(next);
  }
  call.done.push(...done);
  return { kind: "changeset", replies };
}

async function runPart(
  call: ODataCall,
  part: Part,
  references: Map<string, string>,
  lines: BatchLines,
  done: ODataCall["done"],
  changesOnly = false,
): Promise<AnsweredReply> {
  const contentId = part.headers["content-id"];
  try {
    const request = partRequest(part, call.request, references, lines);
    if (changesOnly && request.method === "GET") throw unsupported();
    if (/\/\$batch$/.test(request.path)) throw unsupported();
    const body = withReferences(request.body, references);
    const reply = await call.answer({ ...request, body }, done);
    const address = reply.headers.Location;
    if (contentId !== undefined && address !== undefined) references.set(contentId, new URL(address).pathname);
    const isCreated = changesOnly && request.method === "POST" && reply.status === 201;
    const shown = isCreated && call.settings.batchCreate === "minimal" ? withoutRecord(reply) : reply;
    return { kind: "reply", reply: shown, contentId: contentId ?? request.headers["content-id"] };
  } catch (error) {
    return refusal(error, contentId);
  }
}

/** Returns the answer for a record that was created in a changeset: without the record and its address. */
function withoutRecord({ headers }: Reply): Reply {
  const version = headers["OData-Version"];
  const kept = { ...(version !== undefined && { "OData-Version": version }), "Preference-Applied": "return=minimal" };
  return { status: 204, code: "0", headers: kept, body: Buffer.alloc(0) };
}

/** Replaces `"$1"` as an address in a body by the address that the request with that Content-ID has created. */
function withReferences(body: Buffer, references: ReadonlyMap<string, string>): Buffer {
  if (references.size === 0 || body.length === 0) return body;
  const text = body.toString("utf8");
  const known = /("@(?:odata\.)?id"\s*:\s*")\$([\w.-]+)(")/g;
  const put = text.replace(known, (all, before: string, id: string, after: string) => {
    const address = references.get(id);
    return address === undefined ? all : before + address + after;
  });
  return put === text ? body : Buffer.from(put);
}

function partsOf(contentType: string, body: Buffer, { lineEnd }: BatchLines): readonly Part[] {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw new ODataError(415, "-1003", "Unsupported content type");
  const parts = splitMultipart(body, boundary, lineEnd);
  if (parts === undefined) {
    if (body.includes(`--${boundary}`)) throw badBody("the batch has no end");
    throw new ODataError(400, "-1015", `Expected batch boundary at '--${boundary}' batch body near line:1`);
  }
  return parts;
}

function refusal(error: unknown, contentId: string | undefined): AnsweredReply {
  if (!(error instanceof ODataError)) throw error;
  return { kind: "reply", reply: errorAnswer(error.status, error.code, error.message), contentId };
}

/** Reproduces a defect of old servers: with several GETs, the last one's answer is missing. */
function withoutLastGet(parts: readonly Part[], answered: readonly AnsweredPart[]): readonly AnsweredPart[] {
  const gets = answered.flatMap((_, at) => (parts[at]?.body.subarray(0, 4).toString() === "GET " ? [at] : []));
  return gets.length < 2 ? answered : answered.filter((_, at) => at !== gets.at(-1));
}

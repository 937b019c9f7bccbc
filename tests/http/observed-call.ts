import { createHash } from "node:crypto";
import { type ErrorName, errors } from "#shared/contract/errors.ts";
import { type RawAnswer, rawExchange, rawHead } from "../support/http/raw-http.ts";
import { empty, type SeenCall } from "../support/http/wire-upstream.ts";
import { type CallCase, type Facts, layout, type Stage } from "./contract-case.ts";

/** Makes a case's call, and returns the facts that it names. */
export async function observedCall(stage: Stage, wanted: CallCase): Promise<Facts> {
  const { upstream, baseUrl } = stage;
  upstream.answers(wanted.answers ?? empty);
  const answer = await rawExchange(baseUrl, requestBytes(stage, wanted));
  const [call] = upstream.calls;
  const facts: Record<string, string | number> = {};
  for (const fact of Object.keys(wanted.expect)) facts[fact] = await factOf(fact, answer, call);
  return facts;
}

/** Returns the bytes of a case's call. */
export function requestBytes({ key }: Pick<Stage, "key">, wanted: CallCase): Buffer {
  const { method = "GET", target = "/records", headers = [], body, chunkBytes } = wanted;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const lines = [
    "Host: here.test",
    ...(wanted.anonymous ? [] : [`Authorization: Bearer ${key}`]),
    ...headers,
    ...(bytes === undefined ? [] : [chunkBytes ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes.length}`]),
    ...(headers.some((line) => /^connection:/i.test(line)) ? [] : ["Connection: close"]),
  ];
  const address = target.startsWith("/svc/") || !target.startsWith("/") ? target : `${layout}${target}`;
  const head = Buffer.from(rawHead(`${method} ${address} HTTP/1.1`, lines), "latin1");
  if (bytes === undefined) return head;
  return Buffer.concat([head, chunkBytes === undefined ? bytes : inChunks(bytes, chunkBytes)]);
}

async function factOf(fact: string, answer: RawAnswer, call: SeenCall | undefined): Promise<string | number> {
  if (fact === "status") return answer.status;
  if (fact === "ending") return answer.ending;
  if (fact === "body") return asText(payload(answer));
  if (fact === "error") return errorIn(payload(answer));
  if (fact.startsWith("answer ")) return answer.all(fact.slice("answer ".length)).join(" | ") || "none";
  if (call === undefined) return "none";
  if (fact === "call") return `${call.method} ${call.target}`;
  if (fact === "call body") return asText(await call.body);
  const values = valuesOf(call.rawHeaders, fact.slice("call ".length)).join(" | ");
  // The number of earlier sessions isn't relevant to a case.
  return values.replace(/token-\d+/g, "token-N") || "none";
}

/** Returns a response's body without its framing. */
export function payload({ body, all }: Pick<RawAnswer, "body" | "all">): Buffer {
  if (all("transfer-encoding").join().toLowerCase() !== "chunked") return Buffer.from(body, "latin1");
  const parts: string[] = [];
  for (let index = 0; ; ) {
    const end = body.indexOf("\r\n", index);
    const size = Number.parseInt(body.slice(index, end), 16);
    if (!(size > 0)) return Buffer.from(parts.join(""), "latin1");
    parts.push(body.slice(end + 2, end + 2 + size));
    index = end + 2 + size + 2;
  }
}

/** Returns short and printable bodies unchanged, others as length and hash. */
export function asText(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  if (/^[\x20-\x7e]{0,120}$/.test(text)) return text;
  return `${bytes.length} bytes, ${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`;
}

/** Returns an error's name or number, and whose envelope it has. */
function errorIn(bytes: Buffer): string {
  const { messages = [], error } = jsonIn(bytes);
  const [{ code, text } = error ?? {}] = messages;
  if (code === undefined) return "no envelope";
  return `${errorNamed.get(String(code)) ?? code} in ${text === undefined ? "FileMaker's" : "our"} envelope`;
}

interface Envelope {
  readonly messages?: readonly { readonly code?: string | number; readonly text?: string }[];
  readonly error?: { readonly code?: string; readonly text?: undefined };
}

function jsonIn(bytes: Buffer): Envelope {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return {}; // Then there is no envelope, which the case detects.
  }
}

/** Our own errors by their codes; FileMaker's codes stay unchanged. */
const errorNamed = new Map<string, string>([
  ["0", "success"],
  ...(Object.keys(errors) as ErrorName[]).map((name) => [String(errors[name].code), name] as const),
]);

function valuesOf(raw: readonly string[], name: string): readonly string[] {
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name.toLowerCase());
}

function inChunks(bytes: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let index = 0; index < bytes.length; index += size) {
    const chunk = bytes.subarray(index, index + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

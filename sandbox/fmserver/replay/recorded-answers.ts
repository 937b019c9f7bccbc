import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { IncomingCall } from "../http/incoming-call.ts";
import { readBody } from "../http/read-body.ts";
import type { Reply } from "../http/reply.ts";
import { WorldError } from "../world/world-error.ts";
import { filledBody, filledText } from "./placeholders.ts";

/** Recording of a question over HTTP, as `latchkey conformance record` writes it. */
const Recorded = z.object({
  step: z.string(),
  request: z.object({
    method: z.string(),
    path: z.string(),
    query: z.string(),
    headers: z.array(z.string()),
    body: z.string().nullable(),
  }),
  response: z
    .object({
      status: z.int(),
      headers: z.array(z.string()),
      body: z.unknown().optional(),
      bodyShape: z.string().optional(),
    })
    .nullable(),
});
type Recorded = z.infer<typeof Recorded>;

/** Answers a call from a recording. Undefined: it has no such question. */
export type RecordedAnswers = (call: IncomingCall) => Promise<Reply | undefined>;

/** Headers that depend on the connection or are written for every answer. */
const ownHeaders = /^(?:connection|content-length|content-encoding|date|keep-alive|transfer-encoding)$/i;

/** Reads the folder of a recording. @throws WorldError if it isn't one */
export function recordedAnswers(folder: string): RecordedAnswers {
  const entries = readEntries(join(folder, "http")).map((entry) => ({ entry, matches: matcherOf(entry.request) }));
  if (entries.length === 0) throw new WorldError("", `${folder} has no recorded answers`);
  return async (call) => {
    const url = call.message.url ?? "/";
    const candidates = entries.flatMap(({ entry, matches }) => {
      const values = matches(call.method, url, call.message.headers.authorization);
      return values === undefined ? [] : [{ entry, values }];
    });
    if (candidates.length === 0) return undefined;
    const body = (await readBody(call.message)).toString("utf8");
    // The same address with several bodies: the recorded body decides, and without one the first question.
    const same = candidates.find(({ entry, values }) => filledText(entry.request.body ?? "", values) === body);
    const { entry, values } = same ?? (candidates[0] as (typeof candidates)[number]);
    return replyOf(entry, values);
  };
}

function readEntries(folder: string): readonly Recorded[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    throw new WorldError("", `${folder} isn't the folder of a recording`);
  }
  return names.map((name) => {
    const parsed = Recorded.safeParse(JSON.parse(readFileSync(join(folder, name), "utf8")));
    if (!parsed.success) throw new WorldError("", `${name} isn't a recorded answer`);
    return parsed.data;
  });
}

type Matcher = (
  method: string,
  url: string,
  authorization: string | undefined,
) => Readonly<Record<string, string>> | undefined;

/** Placeholders in an address stand for any part of it, and for the same one in the answer. */
function matcherOf({ method, path, query, headers }: Recorded["request"]): Matcher {
  const names: string[] = [];
  const pattern = (query === "" ? path : `${path}?${query}`).split(/(«[^»]+»)/).map((part) => {
    if (!part.startsWith("«")) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    names.push(part);
    return "([^/?&]+)";
  });
  const address = new RegExp(`^${pattern.join("")}$`);
  const kind = kindOf(headers.find((header) => header.startsWith("Authorization: "))?.slice(15));
  return (called, url, authorization) => {
    if (called !== method || kindOf(authorization) !== kind) return undefined;
    const found = address.exec(url);
    return found === null
      ? undefined
      : Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
  };
}

/** Returns the kind of an Authorization header: its scheme, and if it is the recorder's wrong account or token. */
function kindOf(authorization: string | undefined): string {
  if (authorization === undefined) return "none";
  const [scheme = "", value = ""] = authorization.split(/ (.*)/s);
  const isWrong =
    value.startsWith("«wrong ") ||
    /^0+$/.test(value) ||
    (scheme === "Basic" && Buffer.from(value, "base64").toString("utf8").startsWith("No-Such-Name-Here:"));
  return isWrong ? `wrong ${scheme}` : scheme;
}

function replyOf({ response }: Recorded, values: Readonly<Record<string, string>>): Reply {
  // A question without an answer in the recording: the web server had none either.
  if (response === null) return { status: 502, code: "0", headers: {}, body: Buffer.alloc(0), plain: true };
  const headers = response.headers.flatMap((line) => {
    const [name = "", value = ""] = line.split(/: (.*)/s);
    return ownHeaders.test(name) ? [] : [[name, filledText(value, values)] as const];
  });
  return {
    status: response.status,
    code: "0",
    headers: Object.fromEntries(headers),
    body: Buffer.from(filledBody(response, values)),
    plain: true,
  };
}

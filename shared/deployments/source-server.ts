import * as z from "zod";
import { Envelope } from "#shared/contract/envelope.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { PublishDestination } from "#shared/contract/values/publish-destination.ts";
import type { ServerAuth } from "#shared/contract/values/release-shapes.ts";
import type { CalloutAnswer, Callouts } from "#shared/ports/callouts.ts";
import { notReached } from "./sources/not-reached.ts";

/** A build of another server, as its status says it. */
const SourceBuild = z.object({
  status: z.string(),
  message: z.string().optional(),
  zipSize: z.number().optional(),
  sha256: z.string().optional(),
  downloadUrl: z.string(),
  files: z.array(z.object({ fileName: z.string(), size: z.number().optional(), config: z.unknown().optional() })).default([]),
});
export type SourceBuild = z.output<typeof SourceBuild>;

/** A process of another server that brings a build here. */
const PushProcess = z.object({
  state: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  endedAt: z.string().nullable(),
  reason: z.string().nullable(),
  waitingFor: z.string().nullable(),
});
export type PushProcess = z.output<typeof PushProcess>;

/** The service of another server. Every call throws source_not_called where its address is never called, source_unreachable where nothing fitting answers, and source_refused for what it says. */
export interface SourceServer {
  /** Starts a build or a deployment there. Answers what it says. */
  start(what: "build" | "deployment", body: unknown): Promise<Readonly<Record<string, unknown>>>;
  status(buildId: string): Promise<SourceBuild>;
  /** Asks for its builds, and so whether it answers, takes the credential and has its host with it. Nothing is begun. */
  check(): Promise<void>;
  remove(buildId: string): Promise<void>;
  /** Has a build brought from there to a place. Answers the process that does it. */
  publish(buildId: string, destination: PublishDestination): Promise<number>;
  /** How far such a process is. */
  process(id: number): Promise<PushProcess>;
}

interface SourceDependencies {
  readonly callouts: Callouts;
  /** First segments of paths that the service there may have. */
  readonly prefixes: readonly string[];
}

const timeoutMs = 30_000;
const largestBytes = 2 * 1024 * 1024;

export function sourceServer(
  { callouts, prefixes }: SourceDependencies,
  { serverUrl, auth }: { readonly serverUrl: string; readonly auth: ServerAuth },
): SourceServer {
  const { origin, port, host } = new URL(serverUrl);
  let known: string | undefined;

  const asked = async (method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<CalloutAnswer> => {
    try {
      return await callouts.call({
        ...{ url: new URL(`${origin}${path}`), method, timeoutMs, largestBytes, carriesSecret: true },
        ...(port !== "" && { port: Number(port) }),
        headers: { Authorization: authorizationOf(auth), "Content-Type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (thrown) {
      throw notReached(thrown);
    }
  };

  /** The prefix under which the service is found there: ours, or the one of an older name. */
  const prefix = async (): Promise<string> => {
    for (const one of known === undefined ? prefixes : [known]) {
      const answer = await asked("GET", `/${one}/api/info`);
      if (answer.status !== 200 || envelopeIn(answer) === undefined) continue;
      known = one;
      return one;
    }
    throw new ServiceError("source_unreachable", { text: `no such service answers at ${host}` });
  };

  const call = async (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) => {
    const answer = await asked(method, `/${await prefix()}/api/${path}`, body);
    const envelope = envelopeIn(answer);
    if (envelope === undefined)
      throw new ServiceError("source_unreachable", { text: `${host}: HTTP ${answer.status}` });
    if (answer.status !== 200)
      throw new ServiceError("source_refused", {
        text: `${host}: ${envelope.messages[0]?.text ?? `HTTP ${answer.status}`}`,
      });
    return envelope.response;
  };

  /** @throws ServiceError source_unreachable */
  const read = <T>(schema: z.ZodType<T>, answer: unknown, what: string): T => {
    const { data, success } = schema.safeParse(answer);
    if (!success) throw new ServiceError("source_unreachable", { text: `${host} describes ${what} in another way` });
    return data;
  };

  return {
    start: (what, body) => call("POST", what, body),
    status: async (buildId) =>
      read(SourceBuild, await call("GET", `build/${encodeURIComponent(buildId)}/status`), "its build"),
    async check() {
      await call("GET", "build/list?inboxOrOutbox=inbox");
    },
    async remove(buildId) {
      await call("DELETE", `build/${encodeURIComponent(buildId)}`);
    },
    async publish(buildId, destination) {
      const answer = await call("POST", `build/${encodeURIComponent(buildId)}/publish`, { destination });
      return read(z.object({ processId: z.int() }), answer, "what it has begun").processId;
    },
    process: async (id) =>
      read(z.object({ process: PushProcess }), await call("GET", `processes/${id}`), "its process").process,
  };
}

function authorizationOf(auth: ServerAuth): string {
  if (auth.type === "token") return `Bearer ${auth.token}`;
  if (auth.type === "apiKey") return `Bearer ${auth.apiKey}`;
  return `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString("base64")}`;
}

const AnyEnvelope = Envelope.extend({ response: z.record(z.string(), z.unknown()) });

function envelopeIn({ body }: CalloutAnswer): z.output<typeof AnyEnvelope> | undefined {
  try {
    return AnyEnvelope.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch {
    return undefined; // Some web page; the caller says which server it came from.
  }
}

import * as z from "zod";
import { Envelope } from "#shared/contract/envelope.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { PublishDestination } from "#shared/contract/values/publish-destination.ts";
import type { ServerAuth } from "#shared/contract/values/release-shapes.ts";
import { type OwnApi, OwnApiUnavailable } from "#shared/http/own-api.ts";
import type { CalloutAnswer, Callouts } from "#shared/ports/callouts.ts";
import { notReached } from "./sources/not-reached.ts";

/** Build of another server, from its status. */
const SourceBuild = z.object({
  status: z.string(),
  message: z.string().optional(),
  zipSize: z.number().optional(),
  sha256: z.string().optional(),
  downloadUrl: z.string(),
  files: z
    .array(z.object({ fileName: z.string(), size: z.number().optional(), config: z.unknown().optional() }))
    .default([]),
});
export type SourceBuild = z.output<typeof SourceBuild>;

/** Process of another server that pushes a build here. */
const PushProcess = z.object({
  state: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  endedAt: z.string().nullable(),
  reason: z.string().nullable(),
  waitingFor: z.string().nullable(),
});
export type PushProcess = z.output<typeof PushProcess>;

/**
 * Service on another server. Every call throws source_not_called if its address is blocked, source_unreachable if there is no valid answer,
 * and source_refused if the server rejects the request.
 */
export interface SourceServer {
  /** Starts a build or a deployment there, and returns the answer. */
  start(what: "build" | "deployment", body: unknown): Promise<Readonly<Record<string, unknown>>>;
  status(buildId: string): Promise<SourceBuild>;
  /** Lists the server's builds to check that it responds, accepts the credential and has its host connected. Starts nothing. */
  check(): Promise<void>;
  remove(buildId: string): Promise<void>;
  /** Has the other server publish a build to a destination. Returns the process there. */
  publish(buildId: string, destination: PublishDestination): Promise<number>;
  /** Returns the progress of a process there. */
  process(id: number): Promise<PushProcess>;
}

/** This service, if it can be a source without a network call. */
export interface OwnSource {
  readonly isOwn: (address: string) => Promise<boolean>;
  readonly api: OwnApi;
}

interface SourceDependencies {
  readonly callouts: Callouts;
  readonly own: OwnSource | undefined;
  /** Possible first path segments of the service there. */
  readonly prefixes: readonly string[];
}

const timeoutMs = 30_000;
const largestBytes = 2 * 1024 * 1024;

export function sourceServer(
  { callouts, own, prefixes }: SourceDependencies,
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

  /** Calls this service as itself, with the credential that the source has. */
  const askedHere = async (api: OwnApi, method: string, path: string, json: unknown) => {
    const target = `/api/${path}`;
    const authorization = authorizationOf(auth);
    const call = { method, target, authorization, address: "127.0.0.1", userAgent: "Latchkey", timeoutMs };
    const { status, body } = await api.call(json === undefined ? call : { ...call, json }).catch((thrown: unknown) => {
      if (!(thrown instanceof OwnApiUnavailable)) throw thrown;
      throw new ServiceError("source_unreachable", { text: `${host}: ${thrown.message}`, cause: thrown });
    });
    return { status, envelope: AnyEnvelope.safeParse(body).data };
  };

  const askedThere = async (method: "GET" | "POST" | "DELETE", path: string, body: unknown) => {
    const answer = await asked(method, `/${await prefix()}/api/${path}`, body);
    return { status: answer.status, envelope: envelopeIn(answer) };
  };

  /** Finds the path prefix of the service there: ours, or that of an older name. */
  const prefix = async (): Promise<string> => {
    for (const one of known === undefined ? prefixes : [known]) {
      const answer = await asked("GET", `/${one}/api/info`);
      if (answer.status !== 200 || envelopeIn(answer) === undefined) continue;
      known = one;
      return one;
    }
    throw new ServiceError("source_unreachable", { text: `no supported server responds at ${host}` });
  };

  const call = async (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) => {
    const isHere = own !== undefined && (await own.isOwn(serverUrl));
    const { status, envelope } = isHere
      ? await askedHere(own.api, method, path, body)
      : await askedThere(method, path, body);
    if (envelope === undefined) throw new ServiceError("source_unreachable", { text: `${host}: HTTP ${status}` });
    if (status !== 200)
      throw new ServiceError("source_refused", {
        text: `${host}: ${envelope.messages[0]?.text ?? `HTTP ${status}`}`,
      });
    return envelope.response;
  };

  /** @throws ServiceError source_unreachable */
  const read = <T>(schema: z.ZodType<T>, answer: unknown, what: string): T => {
    const { data, success } = schema.safeParse(answer);
    if (!success)
      throw new ServiceError("source_unreachable", { text: `${host} sent ${what} in an unexpected format` });
    return data;
  };

  return {
    start: (what, body) => call("POST", what, body),
    status: async (buildId) =>
      read(SourceBuild, await call("GET", `build/${encodeURIComponent(buildId)}/status`), "a build"),
    async check() {
      await call("GET", "build/list?inboxOrOutbox=inbox");
    },
    async remove(buildId) {
      await call("DELETE", `build/${encodeURIComponent(buildId)}`);
    },
    async publish(buildId, destination) {
      const answer = await call("POST", `build/${encodeURIComponent(buildId)}/publish`, { destination });
      return read(z.object({ processId: z.int() }), answer, "the started process").processId;
    },
    process: async (id) =>
      read(z.object({ process: PushProcess }), await call("GET", `processes/${id}`), "a process").process,
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
    return undefined; // A web page; the caller adds which server sent it.
  }
}

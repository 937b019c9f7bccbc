import { ServiceError } from "#shared/contract/errors.ts";
import { cutToBytes } from "#shared/contract/texts/cut-to-bytes.ts";
import type { ChainedAction, ChainedActionResult } from "#shared/contract/values/release-shapes.ts";
import { withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import { type CalloutAnswer, CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import type { RemoteSource } from "../file-source.ts";
import type { SourceServer } from "../source-server.ts";

interface ChainDependencies {
  readonly callouts: Pick<Callouts, "call">;
  readonly sourceServer: (source: Pick<RemoteSource, "serverUrl" | "auth">) => SourceServer;
}

const timeoutMs = 20_000;
const largestBytes = 256 * 1024;
/** Maximum size in bytes of a stored answer. Longer answers are cut: the results of all actions are in one item. */
const maxKeptBytes = 4_000;

/** Calls chained actions one after the other and returns their results. Never rejects because of the other server. */
export function chainedActions({ callouts, sourceServer }: ChainDependencies) {
  const generic = async (action: Extract<ChainedAction, { readonly type: "generic_api" }>) => {
    const { url, method, headers, body } = action;
    return answered({ url, method, body, headers });
  };

  /** Starts a build or deployment at the address of a service, or at the address of the operation itself. */
  const start = async (action: Exclude<ChainedAction, { readonly type: "generic_api" }>) => {
    const { type, url, apiKey, input = {} } = action;
    if (new URL(url).pathname !== "/")
      return answered({
        ...{ url, method: "POST", body: input, carriesSecret: true },
        headers: { Authorization: `Bearer ${apiKey}` },
      });
    const server = sourceServer({ serverUrl: url, auth: { type: "apiKey", apiKey } });
    const what = type === "build_start" ? "build" : "deployment";
    return { isSuccess: true, result: keptResult(await server.start(what, input)) };
  };

  const answered = async ({ url: address, method, body, headers, carriesSecret = false }: Request) => {
    const url = new URL(address);
    const answer = await callouts.call({
      ...{ url, method, timeoutMs, largestBytes, carriesSecret },
      ...(url.port !== "" && { port: Number(url.port) }),
      headers: { "Content-Type": "application/json", ...headers },
      ...(body !== undefined && method !== "GET" && { body: JSON.stringify(body) }),
    });
    return { isSuccess: answer.status < 400, result: { status: answer.status, body: textOf(answer) } };
  };

  return async (actions: readonly ChainedAction[]): Promise<ChainedActionResult[]> => {
    const results: ChainedActionResult[] = [];
    for (const action of actions) {
      const { isSuccess, result } = await (action.type === "generic_api" ? generic(action) : start(action)).catch(
        refusal,
      );
      results.push({ action: withoutSecrets(action), result, success: isSuccess });
    }
    return results;
  };
}

interface Request {
  readonly url: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly carriesSecret?: boolean;
}

/** Returns the result of a call that failed or was refused. */
function refusal(thrown: unknown) {
  if (thrown instanceof ServiceError) return { isSuccess: false, result: thrown.text };
  if (thrown instanceof CalloutFailed || thrown instanceof CalloutRefused)
    return { isSuccess: false, result: thrown.message };
  throw thrown;
}

/** Returns an answer of the other service, or the beginning of its text if it is longer than expected. */
function keptResult(answer: unknown): unknown {
  const text = JSON.stringify(answer) ?? "";
  return Buffer.byteLength(text) <= maxKeptBytes ? answer : cutToBytes(text, maxKeptBytes);
}

function textOf({ body }: CalloutAnswer): string {
  return cutToBytes(new TextDecoder().decode(body), maxKeptBytes);
}

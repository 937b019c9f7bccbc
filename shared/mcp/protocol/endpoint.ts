import {
  classifyInboundRequest,
  createMcpHandler,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { parseJson } from "#shared/http/json.ts";
import { wholeBody } from "#shared/http/whole-body.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Log } from "#shared/ports/log.ts";
import { type CallerRules, checkCaller } from "./callers-origin.ts";
import { isStream, sendJson, sendResponse } from "./send-response.ts";
import { type ServerFactory, serverOf } from "./server.ts";
import { answerTo, singleRequest } from "./single-request.ts";
import type { CallerRefused, ToolSet } from "./tool-set.ts";

/** Maximum size of a request body in bytes. */
const maxBytes = 1024 * 1024;
const maxNames = 15_000;

export interface EndpointDependencies extends CallerRules {
  readonly log: Log;
  readonly bodyMs: number;
  /** Replaces the server of tools in tests. */
  readonly serverFactory?: ServerFactory | undefined;
}

/**
 * Handles MCP calls over HTTP without sessions, in all protocol revisions since 2025-03-26. `open` authenticates the caller and returns its
 * tools; if it throws, that error is the response.
 */
export function mcpEndpoint({ log, bodyMs, serverFactory: serverFor = serverOf, ...rules }: EndpointDependencies) {
  return async (call: RawCall, open: () => Promise<ToolSet>): Promise<void> => {
    const { http, header, requestId, gone } = call;
    checkCaller(call, rules);
    if (http.method !== "POST") {
      await open(); // Authentication comes first: clients send a GET to discover how to sign in, and then listen for its end.
      throw new ServiceError("method_not_allowed", { response: { allow: "POST" } });
    }
    if (!/^application\/json\s*(?:;|$)/i.test(header("content-type") ?? ""))
      throw new ServiceError("content_type_unsupported", { text: "`application/json`" });
    const tools = await open();
    const message = await messageIn(call, bodyMs);
    for (const name of calledTools(message)) tools.admit?.(name);
    let refused: CallerRefused | undefined;
    const onRefusal = (thrown: CallerRefused) => {
      refused = thrown;
    };
    const onFailure = (thrown: unknown) =>
      log.error({ event: "mcp_failed", requestId, reason: reasonOf(thrown), detail: detailOf(thrown) });
    const isLegacy = isOfOldRevision(call, message);
    const userAgent = header("user-agent");
    const server = () => serverFor(tools, { requestId, userAgent, isLegacy, onRefusal, onFailure });
    const streams = isLegacy && wantsProgress(message) && (header("accept") ?? "").includes("text/event-stream");
    const single = isLegacy && !streams ? singleRequest(message, header("mcp-protocol-version")) : undefined;
    if (single !== undefined) {
      const body = JSON.stringify(await answerTo(single, server()));
      if (refused !== undefined) throw refused.answer;
      sendJson(http.answer, body, requestId);
      return;
    }
    const request = requestOf(call, `${rules.baseUrl()}/${http.prefix}${http.target}`);
    const response = isLegacy
      ? await answerLegacy(request, message, server(), streams)
      : await createMcpHandler(server, { legacy: "reject" }).fetch(new Request(request, { signal: gone }), {
          parsedBody: message,
        });
    // A stream already started with status 200, so the error is its last event.
    if (refused !== undefined && !isStream(response)) throw refused.answer;
    await sendResponse(http.answer, response, { requestId, gone });
  };
}

async function messageIn({ http, header }: RawCall, bodyMs: number): Promise<unknown> {
  const declaredBytes = Number(header("content-length") ?? 0);
  const bytes = await wholeBody(http.body, { maxBytes, bodyMs, declaredBytes });
  return parseJson(bytes.toString("utf8"), maxNames);
}

/**
 * Builds the request for the SDK, once, because it is a large part of the cost of a call. The body was already read. The SDK requires two
 * media types in Accept; simple clients only send one.
 */
function requestOf({ http }: RawCall, url: string): Request {
  const headers: [string, string][] = [["accept", "application/json, text/event-stream"]];
  for (let at = 0; at < http.headers.length; at += 2) {
    const name = http.headers[at] as string;
    if (name.toLowerCase() !== "accept") headers.push([name, http.headers[at + 1] as string]);
  }
  return new Request(url, { method: http.method, headers });
}

/** Returns true if a message uses a revision before 2026-07-28. Later revisions state the revision in each message. */
function isOfOldRevision({ header }: RawCall, message: unknown): boolean {
  const [version, method, name] = [header("mcp-protocol-version"), header("mcp-method"), header("mcp-name")];
  const { kind } = classifyInboundRequest({
    ...{ httpMethod: "POST", body: message },
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
  return kind === "legacy";
}

/** Responds to a legacy request: with a stream if the client asks for progress and accepts streams, otherwise with JSON. */
async function answerLegacy(
  request: Request,
  message: unknown,
  server: ReturnType<ServerFactory>,
  streams: boolean,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: message });
}

/** Returns the tools that a message calls. In the oldest revision, one message can contain several calls. */
function calledTools(message: unknown): readonly string[] {
  return [message].flat().flatMap((one) => {
    const { method, params } = (one ?? {}) as {
      readonly method?: unknown;
      readonly params?: { readonly name?: unknown };
    };
    return method === "tools/call" && typeof params?.name === "string" ? [params.name] : [];
  });
}

function wantsProgress(message: unknown): boolean {
  const { method, params } = (message ?? {}) as {
    readonly method?: unknown;
    readonly params?: { readonly _meta?: object };
  };
  return method === "tools/call" && Object.hasOwn(params?._meta ?? {}, "progressToken");
}

function detailOf(thrown: unknown): string | undefined {
  return thrown instanceof ServiceError ? thrown.detail : undefined;
}

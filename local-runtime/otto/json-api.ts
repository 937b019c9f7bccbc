import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { request } from "#shared/node/node-http.ts";

/** Management API of a service, of this or of the old server. */
export interface JsonApi {
  get(path: string): Promise<ApiAnswer>;
  send(method: "POST" | "PATCH" | "PUT", path: string, body: object): Promise<ApiAnswer>;
}

export interface ApiAnswer {
  readonly status: number;
  /** Code of the first message; 0 for success. */
  readonly code: number;
  readonly text: string;
  readonly response: Readonly<Record<string, unknown>>;
}

const answerMs = 120_000;
const largestBytes = 32 * 1024 * 1024;

const Envelope = z.object({
  messages: z.array(z.object({ code: z.coerce.number(), text: z.string().default("") })).min(1),
  response: z.record(z.string(), z.unknown()).default({}),
});

/** Service that doesn't respond in its own format. */
export class NotAService extends Error {}

/** Calls a management API with a credential. `base` ends with the path prefix. @throws NotAService */
export function jsonApi(base: string, authorization: string | undefined): JsonApi {
  const call = async (method: string, path: string, body?: object): Promise<ApiAnswer> => {
    const url = new URL(`${base}/api/${path}`);
    const answer = await exchange(
      url,
      method,
      {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        // Logs of the service name the program.
        "User-Agent": "latchkey-import-otto",
      },
      body,
    ).catch((cause: unknown) => {
      throw new NotAService(`${url.origin} doesn't respond: ${(cause as Error).message}`, { cause });
    });
    const parsed = Envelope.safeParse(jsonIn(answer.body));
    if (!parsed.success)
      throw new NotAService(`${url.origin} answered HTTP ${answer.status}, but not as OttoFMS or Latchkey does`);
    const { messages, response } = parsed.data;
    const [first] = messages;
    return { status: answer.status, code: first?.code ?? answer.status, text: first?.text ?? "", response };
  };
  return { get: (path) => call("GET", path), send: call };
}

function exchange(url: URL, method: string, headers: Readonly<Record<string, string>>, body: object | undefined) {
  return new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
    const start = url.protocol === "https:" ? httpsRequest : request;
    const sent = start(url, { method, headers, timeout: answerMs }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > largestBytes) sent.destroy(new Error(`more than ${largestBytes} bytes`));
      });
      text(answer).then((content) => resolve({ status: answer.statusCode ?? 0, body: content }), reject);
    });
    sent.on("timeout", () => sent.destroy(new Error(`no response within ${answerMs / 1000} seconds`)));
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined; // A web page.
    throw thrown;
  }
}

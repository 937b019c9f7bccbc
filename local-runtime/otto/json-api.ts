import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import { request } from "#shared/node/node-http.ts";
import { type ApiAnswer, apiAnswer, NotAService } from "#shared/transfer/otto/api-answer.ts";

/** Management API of a service, of this or of the old server. */
export interface JsonApi {
  get(path: string): Promise<ApiAnswer>;
  send(method: string, path: string, body: object): Promise<ApiAnswer>;
}

const answerMs = 120_000;
const largestBytes = 32 * 1024 * 1024;

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
    return apiAnswer(url.origin, answer.status, answer.body);
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

import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

export interface CallOptions {
  /** Sent in this order and case; a list sends the header several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
  /** Data API key, sent as bearer token. */
  readonly key?: string;
  /** CA certificate to trust. */
  readonly ca?: string;
  /** Server name that the certificate must match. Default: the host of the address. */
  readonly servername?: string;
}

/** Response as received. */
export interface Answer {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Alternating names and values in their original order and case. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
  /** Body parsed as JSON; undefined if it isn't JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the type
  readonly body: any;
}

/** Makes one call on a new connection and sends its path byte for byte. */
export function call(baseUrl: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  const headers: Record<string, string | string[]> = {};
  if (options.json !== undefined) headers["Content-Type"] = "application/json";
  if (options.key !== undefined) headers.Authorization = `Bearer ${options.key}`;
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name] = value as string | string[];
  if (body !== undefined) headers["Content-Length"] = String(Buffer.byteLength(body));
  const send = protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      {
        hostname,
        port,
        method,
        path,
        headers,
        agent: false,
        ...(options.ca !== undefined && { ca: options.ca }),
        ...(options.servername !== undefined && { servername: options.servername }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("aborted", () => reject(new Error("The answer was cut off")));
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const { headers: parsed, rawHeaders, statusCode = 0 } = response;
          const text = bytes.toString("utf8");
          resolve({ status: statusCode, headers: parsed, rawHeaders, bytes, text, body: jsonIn(text) });
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The missing body is enough: a test that expects JSON fails on it.
  }
}

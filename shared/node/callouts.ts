import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import {
  type CalloutAnswer,
  CalloutFailed,
  CalloutRefused,
  type CalloutRequest,
  type Callouts,
} from "#shared/ports/callouts.ts";
import { type CalloutRules, checkedAddress } from "./checked-address.ts";

interface CalloutOptions extends CalloutRules {
  /** Ports that may be called, beside the one that a call brings. */
  readonly ports?: readonly number[];
  /**
   * The one address of this machine that is called: the store of the sandbox that this program, or the one that has started it, runs itself. An
   * administrator cannot set it.
   */
  readonly sandboxStore?: string | undefined;
  /** Certificates in PEM to trust in place of the usual ones. */
  readonly ca?: readonly string[] | undefined;
}

/** Callouts over this machine's network. A name is looked up once, and the connection goes to the very address that was checked. */
export function callouts(options: CalloutOptions): Callouts {
  const { ports = [80, 443] } = options;
  const address = checkedAddress(options);

  /** Where a call goes, once its address was checked. */
  const target = async (
    { url, port: named, timeoutMs }: Pick<CalloutRequest, "url" | "port" | "timeoutMs">,
    headers: Readonly<Record<string, string>>,
  ): Promise<RequestOptions> => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    const path = `${url.pathname}${url.search}`;
    const asked = { port, path, headers: { Accept: "application/json", ...headers, Host: url.host }, agent: false };
    if (url.origin === options.sandboxStore) return { host: "127.0.0.1", ...asked };
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new CalloutRefused("Only http and https are called.");
    if (url.protocol === "http:" && isIP(host) !== 0)
      throw new CalloutRefused("An address without a name needs https.");
    if (!ports.includes(port) && port !== named) throw new CalloutRefused(`Port ${port} is not called.`);
    return {
      host: await address(host, timeoutMs),
      ...asked,
      // The certificate is that of the name, whatever address is behind it.
      ...(url.protocol === "https:" && {
        ...(isIP(host) === 0 && { servername: host }),
        ...(options.ca !== undefined && { ca: [...options.ca] }),
      }),
    };
  };

  const call: Callouts["call"] = async ({ method, headers = {}, body, signal: ending, ...request }) => {
    const limit = AbortSignal.timeout(request.timeoutMs);
    const signal = ending === undefined ? limit : AbortSignal.any([limit, ending]);
    return answered(request, { ...(await target(request, headers)), method, signal }, body);
  };

  return {
    get: (request) => call({ ...request, method: "GET" }),
    call,
    addressOf: address,
    async open({ headers = {}, signal, ...request }) {
      const answer = await headOf(request, { ...(await target(request, headers)), method: "GET", signal });
      return {
        status: answer.statusCode ?? 0,
        header: (name) => answer.headers[name.toLowerCase()]?.toString(),
        bytes: bytesOf(answer, request, signal),
      };
    },
  };
}

type Request = Pick<CalloutRequest, "url" | "timeoutMs">;

function sent({ url }: Request, target: RequestOptions, body?: string | Uint8Array): ClientRequest {
  const call = (url.protocol === "https:" ? httpsRequest : httpRequest)(target);
  call.end(body);
  return call;
}

function answered(request: CalloutRequest, target: RequestOptions, body?: string | Uint8Array): Promise<CalloutAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new CalloutFailed(reasonFor(error, request), { cause: error }));
    const call = sent(request, target, body);
    call.on("response", (answer) => {
      bounded(answer, request.largestBytes).then((bytes) => {
        const { statusCode = 0, headers } = answer;
        const header = (name: string) => headers[name.toLowerCase()]?.toString();
        resolve({ status: statusCode, contentType: header("content-type") ?? "", header, body: bytes });
        call.destroy();
      }, fail);
    });
    call.on("error", fail);
  });
}

/** The beginning of an answer, whose body is still to come. */
function headOf(request: Request, target: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = sent(request, target);
    call.setTimeout(request.timeoutMs, () => call.destroy(new DOMException("It is silent.", "TimeoutError")));
    call.on("response", resolve);
    call.on("error", (error) =>
      reject(target.signal?.aborted ? error : new CalloutFailed(reasonFor(error, request), { cause: error })),
    );
  });
}

async function* bytesOf(answer: IncomingMessage, request: Request, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* answer as AsyncIterable<Buffer>;
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof Error)) throw thrown;
    throw new CalloutFailed(reasonFor(thrown, request), { cause: thrown });
  } finally {
    answer.destroy();
  }
}

/** The beginning of a body, at most so long. */
async function bounded(answer: IncomingMessage, largestBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= largestBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, largestBytes);
}

function reasonFor(error: Error, { url, timeoutMs }: Request): string {
  const code = "code" in error ? String(error.code) : "";
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `${url.host} did not answer within ${timeoutMs / 1000} seconds.`;
  if (code === "ECONNREFUSED") return `${url.host} accepts no connections.`;
  if (/CERT|SIGNATURE|ALTNAME|SELF_SIGNED|ISSUER/.test(code))
    return `The certificate of ${url.host} is not trusted: ${code}.`;
  return `${url.host} did not answer as a web server does: ${code || error.name}.`;
}

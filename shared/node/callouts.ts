import { lookup } from "node:dns/promises";
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

interface CalloutOptions {
  /** Whether an address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  /** Ports that may be called, beside the one that a call brings. */
  readonly ports?: readonly number[];
  /** Certificates in PEM to trust in place of the usual ones. */
  readonly ca?: readonly string[] | undefined;
  /** Every address of a name. */
  readonly addressesOf?: (name: string) => Promise<readonly string[]>;
  /** False refuses every call: PREVENT_DAPI_CALLOUT (O3). */
  readonly areOn?: boolean;
}

/** Callouts over this machine's network. A name is looked up once, and the connection goes to the very address that was checked. */
export function callouts(options: CalloutOptions): Callouts {
  const { isAllowed, ports = [80, 443], addressesOf = resolved, areOn = true } = options;

  const address = async (host: string): Promise<string> => {
    const found = isIP(host) === 0 ? await addressesOf(host) : [host];
    const [first] = found;
    if (first === undefined) throw new CalloutFailed(`The name ${host} has no address.`);
    // All of them: a name with one good address and a bad one is made to be asked twice.
    if (!found.every(isAllowed))
      throw new CalloutRefused(
        `${host} has an address that is not called: \`CALLOUT_NETWORKS\` does not list its private network, or it is this machine's own.`,
      );
    return first;
  };

  /** Where a call goes, once its address was checked. */
  const target = async (
    { url, port: named, timeoutMs }: Pick<CalloutRequest, "url" | "port" | "timeoutMs">,
    headers: Readonly<Record<string, string>>,
  ): Promise<RequestOptions> => {
    if (!areOn) throw new CalloutRefused("Other servers are not called while `PREVENT_DAPI_CALLOUT` is on.");
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new CalloutRefused("Only http and https are called.");
    if (url.protocol === "http:" && isIP(host) !== 0)
      throw new CalloutRefused("An address without a name needs https.");
    if (!ports.includes(port) && port !== named) throw new CalloutRefused(`Port ${port} is not called.`);
    return {
      host: await Promise.race([address(host), aborted(AbortSignal.timeout(timeoutMs))]),
      port,
      path: `${url.pathname}${url.search}`,
      headers: { Accept: "application/json", ...headers, Host: url.host },
      agent: false,
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

async function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const fail = () => reject(new CalloutFailed("Its name was not looked up in time."));
  if (signal.aborted) fail();
  signal.addEventListener("abort", fail, { once: true });
  return promise;
}

async function resolved(name: string): Promise<readonly string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (cause) {
    throw new CalloutFailed(`The name ${name} has no address.`, { cause });
  }
}

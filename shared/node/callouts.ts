import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { copyInto } from "#shared/ports/bytes/shared-memory.ts";
import {
  type CalloutAnswer,
  type CalloutCall,
  CalloutFailed,
  CalloutRefused,
  type CalloutRequest,
  type Callouts,
  type ReadBody,
} from "#shared/ports/callouts.ts";
import { type CalloutRules, checkedAddress } from "./checked-address.ts";
import { buffersCollected } from "./heap.ts";
import { Agent as HttpAgent, request as httpRequest } from "./node-http.ts";

interface CalloutOptions extends CalloutRules {
  /** True if an administrator listed the address, so that credentials can be sent there without TLS. Default: none is listed. */
  readonly isListed?: (address: string) => boolean;
  /** Allowed ports, in addition to that of a call. */
  readonly ports?: readonly number[];
  /**
   * Only address of this machine that can be called: the store of the sandbox that this program, or the one that started it, runs
   * itself. An administrator can't set it.
   */
  readonly sandboxStore?: string | undefined;
  /** Certificates in PEM to trust instead of the default ones. */
  readonly ca?: readonly string[] | undefined;
}

/** Time that an unused connection is kept: shorter than servers keep theirs, which would otherwise close it during a call. Milliseconds. */
const keptMs = 2_000;
/** Number of received and copied bytes after which buffers are collected. */
const receivedBytes = 4_000_000;
const keeping = { keepAlive: true, timeout: keptMs, maxFreeSockets: 8, scheduling: "lifo" } as const;

/** Makes callouts over this machine's network. A name is resolved once, and the connection goes to exactly the checked address. */
export function callouts(options: CalloutOptions): Callouts {
  const { ports = [80, 443], isListed = () => false } = options;
  const address = checkedAddress(options);
  /**
   * Connections for later calls. Node reuses one only for the same address, port and certificate name, and the address is the one
   * checked for that call. So a name that now resolves to another address gets no earlier connection.
   */
  const kept = { http: new HttpAgent(keeping), https: new HttpsAgent(keeping) };
  const collected = buffersCollected(receivedBytes);

  /** Returns the target of a call after checking its address. */
  const target = async (
    { url, port: named, timeoutMs, carriesSecret = false }: Omit<CalloutRequest, "largestBytes">,
    headers: Readonly<Record<string, string>>,
  ): Promise<RequestOptions> => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    const path = `${url.pathname}${url.search}`;
    const asked = { port, path, headers: { Accept: "application/json", ...headers, Host: url.host }, agent: false };
    if (url.origin === options.sandboxStore) return { host: "127.0.0.1", ...asked };
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new CalloutRefused("Only http and https are allowed.");
    if (!ports.includes(port) && port !== named) throw new CalloutRefused(`Port ${port} is not allowed.`);
    const checked = await address(host, timeoutMs);
    if (url.protocol === "http:" && isIP(host) !== 0) throw new CalloutRefused("An IP address requires https.");
    if (url.protocol === "http:" && carriesSecret && !isListed(checked))
      throw new CalloutRefused(
        `Calls to ${host} send a credential and therefore require https. Plain http is allowed only for networks that \`CALLOUT_NETWORKS\` lists.`,
      );
    return {
      host: checked,
      ...asked,
      // The certificate is checked for the name, for any address.
      ...(url.protocol === "https:" && {
        ...(isIP(host) === 0 && { servername: host }),
        ...(options.ca !== undefined && { ca: [...options.ca] }),
      }),
    };
  };

  const call: Callouts["call"] = async ({ method, headers = {}, body, signal: ending, keepsConnection, ...bounds }) => {
    const request = { ...bounds, collected };
    const limit = AbortSignal.timeout(request.timeoutMs);
    const signal = ending === undefined ? limit : AbortSignal.any([limit, ending]);
    const asked = { ...(await target(request, headers)), method, signal };
    if (keepsConnection !== true) return answered(request, asked, body);
    const agent = request.url.protocol === "https:" ? kept.https : kept.http;
    try {
      return await answered(request, { ...asked, agent }, body);
    } catch (thrown) {
      // The server has closed the connection meanwhile. Reads are repeated over another one.
      if (!(thrown instanceof KeptConnectionClosed) || (method !== "GET" && method !== "HEAD")) throw thrown;
      return answered(request, asked, body);
    }
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

interface SentCall {
  readonly call: ClientRequest;
  /** Resolves when the body is no longer read. */
  readonly sending: Promise<unknown>;
}

function sent({ url }: Request, target: RequestOptions, body?: CalloutCall["body"]): SentCall {
  const call = (url.protocol === "https:" ? httpsRequest : httpRequest)(target);
  if (!isRead(body)) {
    call.end(body);
    return { call, sending: Promise.resolve() };
  }
  call.setHeader("Content-Length", body.sizeBytes);
  const sending = sendPieces(call, body).catch((cause: unknown) =>
    call.destroy(new BodyFailed("Couldn't read the body.", { cause })),
  );
  return { call, sending };
}

function isRead(body: CalloutCall["body"]): body is ReadBody {
  return typeof body === "object" && "pieces" in body;
}

/** Sends each piece before it reads the next one. A call that ended in the meantime reports the reason itself. */
async function sendPieces(call: ClientRequest, { pieces }: ReadBody): Promise<void> {
  const ended = new Promise((resolve) => call.once("close", resolve));
  for await (const piece of pieces()) {
    await Promise.race([new Promise((resolve) => call.write(piece, resolve)), ended]);
    if (call.destroyed) return;
  }
  call.end();
}

/** Failure of a body's source, with the original error as its cause. */
class BodyFailed extends Error {}

interface AnsweredRequest extends Request {
  readonly largestBytes: number;
  readonly into?: Uint8Array;
  readonly collected: (bytes: number) => void;
}

function answered(
  request: AnsweredRequest,
  target: RequestOptions,
  body?: CalloutCall["body"],
): Promise<CalloutAnswer> {
  return new Promise((resolve, reject) => {
    const { call, sending } = sent(request, target, body);
    // A retry reads its body into the same memory, so the previous attempt must have ended.
    const ended = (end: () => void) => void sending.then(end);
    const fail = (error: Error) => {
      if (error instanceof BodyFailed) return ended(() => reject(error.cause));
      const isKeptOne = call.reusedSocket && "code" in error && closings.has(String(error.code));
      const Failure = isKeptOne ? KeptConnectionClosed : CalloutFailed;
      ended(() => reject(new Failure(reasonFor(error, request), { cause: error })));
    };
    call.on("response", (answer) => {
      bounded(answer, request).then((bytes) => {
        const { statusCode = 0, headers } = answer;
        const header = (name: string) => headers[name.toLowerCase()]?.toString();
        // The response arrived before the whole body was sent.
        if (!call.writableFinished) call.destroy();
        ended(() => resolve({ status: statusCode, contentType: header("content-type") ?? "", header, body: bytes }));
      }, fail);
    });
    call.on("error", fail);
  });
}

/** Reused connection that ended before a response arrived. */
class KeptConnectionClosed extends CalloutFailed {}
const closings = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED"]);

/** Returns the head of a response, before its body. */
function headOf(request: Request, target: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { call } = sent(request, target);
    call.setTimeout(request.timeoutMs, () =>
      call.destroy(new DOMException("The server stopped sending.", "TimeoutError")),
    );
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

/** Reads a limited beginning of a body. With a declared length it is read directly into its destination. */
function bounded(answer: IncomingMessage, { largestBytes, into, collected }: AnsweredRequest): Promise<Uint8Array> {
  const announced = Number(answer.headers["content-length"] ?? Number.NaN);
  const space = spaceFor(Math.min(announced, largestBytes), into);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const end = () => resolve(space?.subarray(0, size) ?? Buffer.concat(chunks));
    answer.on("data", (chunk: Buffer) => {
      const piece = chunk.subarray(0, largestBytes - size);
      if (space === undefined) chunks.push(piece);
      else copyInto(space, size, piece);
      size += piece.length;
      // Callers with their own buffer fetch gigabytes.
      if (into !== undefined) collected(chunk.length);
      if (size < largestBytes) return;
      end();
      // Nothing after it is read.
      if (announced !== size) answer.destroy();
    });
    answer.on("end", end);
    answer.on("error", reject);
  });
}

function spaceFor(bytes: number, into: Uint8Array | undefined): Uint8Array | undefined {
  if (Number.isNaN(bytes)) return undefined;
  return into !== undefined && bytes <= into.length ? into : Buffer.allocUnsafe(bytes);
}

function reasonFor(error: Error, { url, timeoutMs }: Request): string {
  const code = "code" in error ? String(error.code) : "";
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `${url.host} did not respond within ${timeoutMs / 1000} seconds.`;
  if (code === "ECONNREFUSED") return `${url.host} refused the connection.`;
  if (/CERT|SIGNATURE|ALTNAME|SELF_SIGNED|ISSUER/.test(code)) return `Untrusted certificate of ${url.host}: ${code}.`;
  return `Unexpected response from ${url.host}: ${code || error.name}.`;
}

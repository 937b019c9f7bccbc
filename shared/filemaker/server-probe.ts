import type { ErrorName } from "#shared/contract/errors.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { type Outbound, OutboundError } from "#shared/ports/outbound.ts";
import { answerOf, upstreamErrorName } from "./answer.ts";
import { basic } from "./authorization.ts";
import { certificateRefusal } from "./certificate-refusal.ts";
import type { Account } from "./data-api.ts";
import type { LoginThrottle } from "./sessions/login-throttle.ts";

const timeoutMs = 10_000;

/**
 * State of an engine. `down`: the web server responds instead. `silent`: the host refuses or drops connections. `gone`: timeout, or no
 * route to the host.
 */
export type EngineState = "runs" | "off" | "down" | "silent" | "gone";

/** Public information of the Data API's engine. */
export interface DataApiProbe {
  readonly state: EngineState;
  /** Not all releases report it. */
  readonly version: string | undefined;
  /** Time of the server in milliseconds since the epoch, with a resolution of one second, if it reports that. */
  readonly serverTime: number | undefined;
  /** Duration until the response. Milliseconds. */
  readonly tookMs: number;
  /** Reason why there was no response. */
  readonly error: ErrorName | undefined;
  /** Why the server's certificate is refused, if it is. */
  readonly refusedCertificate?: string | undefined;
}

/** Result of OData's check of an account. `unknown`: it wasn't checked. */
export type ODataProbe = "opens" | "refused" | "unknown";

/** Probes FileMaker Server from outside, like any client. Doesn't throw for what it finds. */
export interface ServerProbe {
  dataApi(): Promise<DataApiProbe>;
  odata(): Promise<EngineState>;
  /** Sends the Admin API an empty request: its refusal is a response. */
  adminApi(): Promise<EngineState>;
  /** Makes one request with an account. If refused, the server counts it as a failed login. */
  odataFile(database: string, account: Account): Promise<ODataProbe>;
}

interface ProbedServer {
  readonly dataApi: Outbound;
  readonly adminApi: Outbound;
}

export function serverProbe(fileMaker: ProbedServer, now: () => number, throttled: LoginThrottle): ServerProbe {
  const get = async (path: string, authorization?: string, outbound: Outbound = fileMaker.dataApi) => {
    try {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      return answerOf(await outbound.request({ method: "GET", path, timeoutMs, headers, isProbe: true }));
    } catch (thrown) {
      if (thrown instanceof OutboundError) return thrown;
      throw thrown;
    }
  };

  return {
    async dataApi() {
      const before = now();
      const answer = await get("/fmi/data/vLatest/productInfo");
      const tookMs = now() - before;
      if (answer instanceof OutboundError) {
        const unknown = { version: undefined, serverTime: undefined };
        return { state: withoutAnswer(answer), ...unknown, tookMs, ...failureOf(answer) };
      }
      const info = answer.response.productInfo;
      const version = typeof info === "object" && info !== null && "version" in info ? String(info.version) : undefined;
      const serverTime = Date.parse(answer.headers.date ?? "");
      return {
        state: stateOf(answer.code),
        version,
        serverTime: Number.isNaN(serverTime) ? undefined : serverTime,
        tookMs,
        error: undefined,
      };
    },

    async odata() {
      const answer = await get("/fmi/odata/v4");
      if (answer instanceof OutboundError) return withoutAnswer(answer);
      // Without an account the engine asks for one.
      if (answer.status === 401 || answer.status === 200) return "runs";
      return answer.status === 404 ? "off" : "down";
    },

    async adminApi() {
      const answer = await get("/fmi/admin/api/v2/server/status", undefined, fileMaker.adminApi);
      if (answer instanceof OutboundError) return withoutAnswer(answer);
      return answer.code === undefined ? "down" : "runs";
    },

    async odataFile(database, account) {
      const path = `/fmi/odata/v4/${encodeURIComponent(database)}`;
      const answer = await throttled(() => get(path, basic(account.user, account.pass)));
      if (answer instanceof OutboundError) return "unknown";
      if (answer.status === 200) return "opens";
      return answer.status === 401 || answer.status === 403 ? "refused" : "unknown";
    },
  };
}

function failureOf(answer: OutboundError): Pick<DataApiProbe, "error" | "refusedCertificate"> {
  return { error: upstreamErrorName(answer), refusedCertificate: certificateRefusal(answer) };
}

const noWayThere = new Set<unknown>(["ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN"]);

function withoutAnswer({ reason, cause }: OutboundError): "silent" | "gone" {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return reason === "timeout" || noWayThere.has(code) ? "gone" : "silent";
}

function stateOf(code: string | undefined): EngineState {
  if (code === undefined) return "down";
  return code === fileMakerCodes.technologyDisabled ? "off" : "runs";
}

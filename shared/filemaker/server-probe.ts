import { type Outbound, OutboundError } from "#shared/ports/outbound.ts";
import { answerOf } from "./answer.ts";
import { basic } from "./authorization.ts";
import type { Account } from "./data-api.ts";

const timeoutMs = 10_000;
/** Said by an engine whose technology is switched off. */
const switchedOff = "959";

/** How an engine behind the web server was found. `silent`: nothing answers at all, `down`: the web server answers in its place. */
export type EngineState = "runs" | "off" | "down" | "silent";

/** What the Data API's engine says to anyone. */
export interface DataApiProbe {
  readonly state: EngineState;
  /** Not all releases tell. */
  readonly version: string | undefined;
  /** The server's own time in milliseconds since the epoch, to the second, where it tells. */
  readonly serverTime: number | undefined;
  /** Milliseconds that the answer took. */
  readonly tookMs: number;
}

/** How OData took an account. `unknown`: it did not come to that. */
export type ODataProbe = "opens" | "refused" | "unknown";

/** Looks at FileMaker Server from outside, as a client that has nothing to do there. Nothing here throws for what it finds. */
export interface ServerProbe {
  dataApi(): Promise<DataApiProbe>;
  odata(): Promise<EngineState>;
  /** One request with an account. A refused one counts at the server as a failed login. */
  odataFile(database: string, account: Account): Promise<ODataProbe>;
}

export function serverProbe(outbound: Outbound, now: () => number): ServerProbe {
  const get = async (path: string, authorization?: string) => {
    try {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      return answerOf(await outbound.request({ method: "GET", path, timeoutMs, headers }));
    } catch (thrown) {
      if (thrown instanceof OutboundError) return undefined;
      throw thrown;
    }
  };

  return {
    async dataApi() {
      const before = now();
      const answer = await get("/fmi/data/vLatest/productInfo");
      const tookMs = now() - before;
      if (answer === undefined) return { state: "silent", version: undefined, serverTime: undefined, tookMs };
      const info = answer.response.productInfo;
      const version = typeof info === "object" && info !== null && "version" in info ? String(info.version) : undefined;
      const serverTime = Date.parse(answer.headers.date ?? "");
      return {
        state: stateOf(answer.code),
        version,
        serverTime: Number.isNaN(serverTime) ? undefined : serverTime,
        tookMs,
      };
    },

    async odata() {
      const answer = await get("/fmi/odata/v4");
      if (answer === undefined) return "silent";
      // Without an account the engine asks for one.
      if (answer.status === 401 || answer.status === 200) return "runs";
      return answer.status === 404 ? "off" : "down";
    },

    async odataFile(database, account) {
      const path = `/fmi/odata/v4/${encodeURIComponent(database)}`;
      const answer = await get(path, basic(account.user, account.pass));
      if (answer?.status === 200) return "opens";
      return answer?.status === 401 || answer?.status === 403 ? "refused" : "unknown";
    },
  };
}

function stateOf(code: string | undefined): EngineState {
  if (code === undefined) return "down";
  return code === switchedOff ? "off" : "runs";
}

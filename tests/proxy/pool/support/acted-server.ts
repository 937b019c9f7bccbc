import type { Outbound, OutboundRequest, OutboundResponse } from "#shared/ports/outbound.ts";

interface ActedSession {
  readonly account: string;
  readonly database: string;
  alive: boolean;
}

/** FileMaker Server as the pool sees it: logins, logouts, and whether a token is alive. */
export interface ActedServer {
  readonly outbound: Outbound;
  readonly sessions: ReadonlyMap<string, ActedSession>;
  /** Returns the number of logins so far of one account in one file. */
  logins(account: string, database: string): number;
  living(account?: string, database?: string): number;
  call(token: string): Promise<"answered" | "dead">;
  /** Ends a living session; `place` counts from the oldest. Returns false if there are fewer sessions. */
  kill(place: number): boolean;
  restart(): void;
}

/** Creates the server. `passing` decides when each message arrives. */
export function actedServer(passing: (what: string) => Promise<unknown>, maxSessions: number): ActedServer {
  const sessions = new Map<string, ActedSession>();
  const all = (account?: string, database?: string) =>
    [...sessions.values()].filter(
      (session) =>
        (account === undefined || session.account === account) &&
        (database === undefined || session.database === database),
    );
  const living = (account?: string, database?: string) => all(account, database).filter(({ alive }) => alive).length;

  const act = ({ method, path, headers }: OutboundRequest): OutboundResponse => {
    const [, , , , , name = "", , token = ""] = path.split("/");
    const session = sessions.get(token);
    if (method === "DELETE") {
      if (session?.alive !== true) return answer(401, "952");
      session.alive = false;
      return answer(200, "0");
    }
    if (living() >= maxSessions) return answer(500, "956");
    const [account = ""] = Buffer.from((headers?.Authorization ?? "").slice(6), "base64")
      .toString()
      .split(":");
    const opened = `token-${sessions.size + 1}`;
    sessions.set(opened, { account, database: decodeURIComponent(name), alive: true });
    return answer(200, "0", { token: opened });
  };

  return {
    outbound: {
      origin: "http://acted.test",
      async request(request) {
        await passing(`${request.method} arrives`);
        const reported = act(request);
        await passing(`${request.method} is answered`);
        return reported;
      },
      relay() {
        throw new Error("The pool relays nothing");
      },
      close: async () => {},
    },
    sessions,
    logins: (account, database) => all(account, database).length,
    living,
    async call(token) {
      await passing("call arrives");
      const outcome = sessions.get(token)?.alive === true ? "answered" : "dead";
      await passing("call is answered");
      return outcome;
    },
    kill(place) {
      const session = all().filter(({ alive }) => alive)[place];
      if (session !== undefined) session.alive = false;
      return session !== undefined;
    },
    restart() {
      for (const session of sessions.values()) session.alive = false;
    },
  };
}

function answer(status: number, code: string, response: object = {}): OutboundResponse {
  const body = Buffer.from(JSON.stringify({ response, messages: [{ code, message: "" }] }));
  return { status, headers: { "content-type": "application/json" }, body };
}

import type { TestService } from "../test-service.ts";
import type { Answer, CallOptions } from "./call.ts";

/** Browser as far as sessions are concerned: keeps its cookies and sends the origin of its calls. */
export interface ABrowser {
  /** The session cookie as it is sent, such as `latchkey=ls_…`. Empty if there is none. */
  readonly cookie: string;
  /** Value of the last Set-Cookie. */
  readonly setCookie: string | undefined;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Signs in. Default: the Admin Console account. */
  signIn(user?: string, pass?: string): Promise<Answer>;
}

const ownHeaders = { "Sec-Fetch-Site": "same-origin", "User-Agent": "A browser" };

/** Returns a browser that reached the service by its own address, or by the address that a reverse proxy passes on. */
export function aBrowser(service: TestService, headers: CallOptions["headers"] = {}): ABrowser {
  let cookie = "";
  let idCookie = "";
  let setCookie: string | undefined;

  const send = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const answer = await service.raw(method, path, {
      ...options,
      headers: { ...ownHeaders, ...headers, ...cookies(cookie, idCookie), ...options.headers },
    });
    const [set, id] = answer.headers["set-cookie"] ?? [];
    if (id !== undefined) idCookie = id.split(";")[0] ?? "";
    if (set !== undefined) {
      setCookie = set;
      const [pair = ""] = set.split(";");
      cookie = pair.endsWith("=") ? "" : pair;
    }
    return answer;
  };

  return {
    get cookie() {
      return cookie;
    },
    get setCookie() {
      return setCookie;
    },
    call: send,
    signIn: (user = "admin", pass = "admin-pass") => send("POST", "/svc/api/session", { json: { user, pass } }),
  };
}

function cookies(...pairs: readonly string[]): CallOptions["headers"] {
  const kept = pairs.filter((pair) => pair !== "");
  return kept.length === 0 ? {} : { Cookie: kept.join("; ") };
}

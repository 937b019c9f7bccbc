import { readFileSync } from "node:fs";
import type { Answer } from "../http/call.ts";
import { basicAuth, type TestService } from "../test-service.ts";

/** Returns ways to try a password as a caller behind the trusted proxy, from a chosen address. */
export function guesses(service: TestService) {
  let last = 0;
  const headersOf = (address: string, authorization?: string) => ({
    "X-Forwarded-For": address,
    ...(authorization !== undefined && { Authorization: authorization }),
  });

  return {
    /** Returns an address that hasn't been used. */
    anAddress(): string {
      last += 1;
      return `203.0.${Math.floor(last / 256)}.${last % 256}`;
    },

    /**
     * Uses up the failures that an account allows from addresses that have never signed in, with a minute in between, so that the server
     * doesn't get too many of them.
     */
    async spend(guess: () => Promise<Answer>): Promise<void> {
      for (let failure = 0; failure < 20; failure += 1) {
        // A server receives at most ten sign-ins per second.
        await service.turn(failure === 10 ? 61_000 : 300);
        const { status } = await guess();
        if (status === 429) throw new Error(`Refused after ${failure} failures`);
      }
    },

    /** Signs in as an Admin Console account. */
    basic: (address: string, user: string, pass = "wrong"): Promise<Answer> =>
      service.raw("GET", "/svc/api/api-key?limit=1", { headers: headersOf(address, basicAuth(user, pass)) }),

    /** Shows a token of the Admin API. */
    token: (address: string, token: string): Promise<Answer> =>
      service.raw("GET", "/svc/api/api-key?limit=1", { headers: headersOf(address, `Bearer ${token}`) }),

    /** Creates a Data API key, which needs no administrator credential. */
    dataKey: (address: string, user: string, pass = "wrong", databases = ["Contacts"]): Promise<Answer> =>
      service.raw("POST", "/svc/api/api-key/create-only", {
        headers: headersOf(address),
        json: { databases, user, pass },
      }),

    /** Creates an Admin API key with another Admin API key. */
    adminKey: (address: string, key: string, user: string, pass = "wrong"): Promise<Answer> =>
      service.raw("POST", "/svc/api/admin-api-key", {
        headers: headersOf(address, `Bearer ${key}`),
        json: { user, pass },
      }),
  };
}

/** Returns a service that trusts X-Forwarded-For, and a server that never locks an account, so that only our limits apply. */
export function guessable() {
  const { server, admin, ...demo } = JSON.parse(
    readFileSync(new URL("../../../sandbox/worlds/demo.json", import.meta.url), "utf8"),
  );
  const lockout = { attempts: 1_000_000 };
  const world = {
    ...demo,
    server: { ...server, dataApi: { ...server.dataApi, lockout } },
    admin: { ...admin, lockout },
  };
  return { environment: { TRUSTED_PROXIES: "127.0.0.1" }, sandbox: { world } };
}

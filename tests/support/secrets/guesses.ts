import { readFileSync } from "node:fs";
import type { Answer } from "../http/call.ts";
import { basicAuth, type TestService } from "../test-service.ts";

/** Ways to try a password, as a caller behind the trusted proxy from a chosen address. */
export function guesses(service: TestService) {
  let last = 0;
  const headersOf = (address: string, authorization?: string) => ({
    "X-Forwarded-For": address,
    ...(authorization !== undefined && { Authorization: authorization }),
  });

  return {
    /** An address that was not used before. */
    anAddress(): string {
      last += 1;
      return `203.0.${Math.floor(last / 256)}.${last % 256}`;
    },

    /**
     * Fails as often as an account allows to addresses that it was never accepted from, with a minute in between so that the server
     * does not have too many of them.
     */
    async spend(guess: () => Promise<Answer>): Promise<void> {
      for (let failure = 0; failure < 20; failure += 1) {
        // A server is shown ten accounts in a second.
        await service.turn(failure === 10 ? 61_000 : 300);
        const { status } = await guess();
        if (status === 429) throw new Error(`Refused after ${failure} failures`);
      }
    },

    /** As Admin Console account. */
    basic: (address: string, user: string, pass = "wrong"): Promise<Answer> =>
      service.raw("GET", "/svc/api/api-key?limit=1", { headers: headersOf(address, basicAuth(user, pass)) }),

    /** As a token of the Admin API. */
    token: (address: string, token: string): Promise<Answer> =>
      service.raw("GET", "/svc/api/api-key?limit=1", { headers: headersOf(address, `Bearer ${token}`) }),

    /** By making a Data API Key, which needs no credential of an administrator. */
    dataKey: (address: string, user: string, pass = "wrong", databases = ["Contacts"]): Promise<Answer> =>
      service.raw("POST", "/svc/api/api-key/create-only", {
        headers: headersOf(address),
        json: { databases, user, pass },
      }),

    /** By making an Admin API Key, as the holder of another. */
    adminKey: (address: string, key: string, user: string, pass = "wrong"): Promise<Answer> =>
      service.raw("POST", "/svc/api/admin-api-key", {
        headers: headersOf(address, `Bearer ${key}`),
        json: { user, pass },
      }),
  };
}

/** A service that trusts X-Forwarded-For, and a server that never locks an account itself, so that only our limits are at work. */
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

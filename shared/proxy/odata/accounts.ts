import { createHmac } from "node:crypto";
import type { Client } from "#shared/contract/rate-limit.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { CheckOutcome, LoginLimiter } from "#shared/sessions/api.ts";
import type { ODataCaller } from "./caller.ts";

const rememberedMs = 30 * 24 * 60 * 60_000;
const maxRemembered = 10_000;

/** Receives the outcome of an account's password check. */
export type ReportOutcome = (finding: CheckOutcome) => Promise<void> | undefined;

/** FileMaker accounts that call OData directly. */
export interface ODataAccounts {
  /** True if this password was accepted for this file within 30 days and not refused since. */
  isRemembered(caller: ODataCaller & { kind: "account" }, folded: string): boolean;
  /**
   * Runs a call. Unless its account is remembered, the call counts as a password check and can be delayed or rejected. A call with
   * a remembered account isn't a guess, and FileMaker Server checks its password again anyway. `call` reports the outcome as soon as it
   * knows it. The promise that `report` returns resolves once the outcome is counted, so that the response can include the current
   * limits. If it returns undefined, the call isn't counted.
   * @throws ServiceError too_many_attempts
   */
  run(
    caller: ODataCaller & { kind: "account" },
    where: { readonly client: Client; readonly folded: string },
    call: (report: ReportOutcome) => Promise<void>,
  ): Promise<void>;
}

interface ODataAccountsDependencies {
  readonly loginLimiter: LoginLimiter;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function odataAccounts({ loginLimiter, clock, ids }: ODataAccountsDependencies): ODataAccounts {
  // Passwords aren't kept in memory: only their HMAC with a random secret of this process.
  const secret = ids.bytes(32);
  const acceptedUntil = new Map<string, number>();

  const remember = (name: string, finding: CheckOutcome): CheckOutcome => {
    // A file that is closed temporarily says nothing about the password.
    if (finding === "undecided") return finding;
    acceptedUntil.delete(name);
    if (finding !== "accepted") return finding;
    acceptedUntil.set(name, clock.now() + rememberedMs);
    if (acceptedUntil.size > maxRemembered) acceptedUntil.delete(acceptedUntil.keys().next().value as string);
    return finding;
  };

  const nameOf = (authorization: string, folded: string) =>
    createHmac("sha256", secret).update(`${folded}\0${authorization}`).digest("base64");
  const isAccepted = (name: string) => (acceptedUntil.get(name) ?? 0) > clock.now();

  return {
    isRemembered: ({ authorization }, folded) => isAccepted(nameOf(authorization, folded)),

    async run({ user, authorization }, { client, folded }, call) {
      const name = nameOf(authorization, folded);
      if (isAccepted(name)) {
        await call((found) => {
          remember(name, found);
          return undefined;
        });
        return;
      }
      const { promise: finding, resolve } = Promise.withResolvers<CheckOutcome>();
      const counted = Promise.withResolvers<void>();
      let done: Promise<void> | undefined;
      try {
        await loginLimiter.attempt({ client, kind: "file account", names: [user] }, () => {
          done = call((found) => {
            resolve(remember(name, found));
            return counted.promise;
          });
          done.then(
            () => resolve("undecided"),
            () => resolve("undecided"),
          );
          return finding;
        });
      } finally {
        counted.resolve();
        // The outcome is known with the head of the response, but the body is still streaming.
        await done;
      }
    },
  };
}

/**
 * Returns the outcome of a call in a file. A redirect or an error, such as for a missing file, can come before FileMaker Server checks
 * the password, so neither of them proves it.
 */
export function checkOutcomeFor(status: number): CheckOutcome {
  if (status === 401) return "refused";
  return status >= 200 && status < 300 ? "accepted" : "undecided";
}

/**
 * Returns the outcome of a call at the root. Servers list either the files of the account or every file, even for a wrong password. So
 * an empty list is a refusal, and a list with files proves nothing.
 */
export function rootOutcomeFor(status: number, fileCount: number): CheckOutcome {
  return status === 401 || (status === 200 && fileCount === 0) ? "refused" : "undecided";
}

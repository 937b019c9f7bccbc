import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { LicenseAnswers } from "#shared/filemaker/commands/license.ts";
import type { WatchedLicense } from "#shared/notifications/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { forecastOf } from "./allowance-forecast.ts";
import { allowanceOf, licenseOf } from "./rules.ts";
import { recordSample } from "./samples.ts";
import type { LicenseStore } from "./store.ts";

/** Interval at which users and traffic are sampled. Milliseconds. */
const sampleEveryMs = 15 * 60_000;
/** Age in milliseconds from which the last sample says nothing about now. */
const staleMs = 4 * sampleEveryMs;

interface LicenseSamplingDependencies {
  readonly store: LicenseStore;
  /** Reads in a session of its own, which it ends: the server has few. */
  readonly read: (credential: AdminCredential) => Promise<LicenseAnswers>;
  /** False if the server has just rejected the account, which it would lock. */
  readonly mayAsk: () => Promise<boolean>;
  /** Records that the server rejected the account. */
  readonly wasRefused: () => Promise<void>;
  /** Returns the account of a stored Admin API key. */
  readonly anyAdministrator: () => Promise<AdminCredential | undefined>;
  readonly clock: Pick<Clock, "now">;
}

/** Samples users and traffic of FileMaker Server. */
export interface LicenseSampling {
  /** Takes a sample if one is due and an Admin API key is stored. A server that can't be asked is no error: other watches report it. */
  sweep(): Promise<void>;
  /** Returns the result of the last sample; undefined if it is too old. */
  watched(): Promise<WatchedLicense | undefined>;
}

export function licenseSampling({
  store,
  read,
  mayAsk,
  wasRefused,
  anyAdministrator,
  clock,
}: LicenseSamplingDependencies): LicenseSampling {
  return {
    async sweep() {
      if (!(await store.takeSample(sampleEveryMs, clock.now()))) return;
      const credential = await anyAdministrator();
      if (credential === undefined || !(await mayAsk())) return;
      const answers = await read(credential).catch(async (thrown: unknown) => {
        if (!(thrown instanceof ServiceError)) throw thrown;
        if (thrown.error === "stored_credentials_refused") await wasRefused();
        return undefined;
      });
      if (answers === undefined) return;
      const now = clock.now();
      await recordSample(store, answers, now);
      const { expiresOn, daysLeft } = licenseOf(answers.license, now);
      const allowance = allowanceOf(answers, now);
      const { runsOutOn, usedBytesAtReset } = forecastOf(allowance, await store.days(), now);
      const { limitBytes, resetsOn, isEnforced } = allowance;
      await store.keepState({
        ...{ sampledAt: now, expiresOn, daysLeft, resetsOn, runsOutOn },
        usedShare: isEnforced === false ? null : allowance.usedShare,
        shareAtReset: limitBytes === null || usedBytesAtReset === null ? null : usedBytesAtReset / limitBytes,
      });
    },

    async watched() {
      const state = await store.state();
      return state === undefined || clock.now() - state.sampledAt > staleMs ? undefined : state;
    },
  };
}

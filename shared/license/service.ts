import type { AdminCredential, Call } from "#shared/contract/call.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { LicenseAnswers } from "#shared/filemaker/commands/license.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { forecastOf } from "./allowance-forecast.ts";
import type { license, Traffic } from "./contract.ts";
import {
  type AllowanceState,
  allowanceOf,
  connectedUsers,
  dayAfter,
  dayAt,
  dayMs,
  lastReset,
  licenseOf,
} from "./rules.ts";
import type { LicenseDay, LicenseStore } from "./store.ts";

const peakDays = 30;

/** Bytes of a key in responses of Data API and OData. */
export interface KeyBytes {
  readonly key: string;
  readonly bytes: number;
}

interface LicenseServiceDependencies {
  readonly store: LicenseStore;
  readonly read: (credential: AdminCredential) => Promise<LicenseAnswers>;
  readonly administrator: (call: Call) => Promise<AdminCredential>;
  /** Returns the bytes of each key since a time, largest first. Milliseconds since the epoch. */
  readonly bytesOfKeys: (from: number) => Promise<readonly KeyBytes[]>;
  readonly clock: Pick<Clock, "now">;
}

/** Creates the service for FileMaker Server's license. */
export function licenseService(dependencies: LicenseServiceDependencies): ServiceOf<typeof license> {
  const { store, read, administrator, bytesOfKeys, clock } = dependencies;

  const traffic = async (days: readonly LicenseDay[], { resetsOn }: AllowanceState): Promise<Traffic> => {
    const reset = lastReset(resetsOn) ?? "";
    const compared = days.filter(({ day, bytes }) => day >= reset && bytes !== null);
    const [first] = compared;
    // The bytes of the first day are counted from its first sample on.
    const from = first?.firstAt ?? null;
    const keys = from === null ? [] : await bytesOfKeys(from);
    const serverBytes = from === null ? null : compared.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
    const shareOf = (bytes: number): number | null =>
      serverBytes === null || serverBytes === 0 ? null : Math.min(1, bytes / serverBytes);
    const ours = keys.reduce((sum, { bytes }) => sum + bytes, 0);
    const otherBytes = serverBytes === null ? null : Math.max(0, serverBytes - ours);
    return {
      from: from === null ? null : timestamp(from),
      serverBytes,
      keys: keys.slice(0, 100).map(({ key, bytes }) => ({ key, bytes, share: shareOf(bytes) })),
      otherBytes,
      otherShare: otherBytes === null ? null : shareOf(otherBytes),
    };
  };

  return {
    async getLicense(_input, call) {
      const answers = await read(await administrator(call));
      const now = clock.now();
      const days = await store.days();
      const allowance = allowanceOf(answers, now);
      return {
        license: licenseOf(answers.license, now),
        users: { connected: connectedUsers(answers.clients), ...peakOf(days, now) },
        allowance: { ...allowance, forecast: forecastOf(allowance, days, now) },
        traffic: await traffic(days, allowance),
      };
    },

    async listLicenseDays({ from, to }) {
      const today = dayAt(clock.now());
      const first = from ?? dayAfter(today, -peakDays);
      const last = to ?? today;
      const days = (await store.days()).filter(({ day }) => day >= first && day <= last);
      return { days: days.map(({ day, peakUsers, bytes }) => ({ day, peakUsers, bytes })) };
    },
  };
}

/** Returns the most users in the samples of 30 days. */
export function peakOf(days: readonly LicenseDay[], now: number) {
  const recent = days.filter(({ day }) => day > dayAt(now - peakDays * dayMs));
  let peak: { readonly connected: number; readonly at: string } | null = null;
  for (const { peakUsers, peakAt } of recent)
    if (peakUsers !== null && peakAt !== null && peakUsers > (peak?.connected ?? -1))
      peak = { connected: peakUsers, at: timestamp(peakAt) };
  const [first] = recent;
  return { peak, sampledSince: first === undefined ? null : timestamp(first.firstAt) };
}

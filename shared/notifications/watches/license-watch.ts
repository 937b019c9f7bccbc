import type { TroubleRecord } from "../record.ts";
import type { Trouble, Watch } from "./watch.ts";

/** State of the license, as far as it is known. */
export interface WatchedLicense {
  readonly expiresOn: string | null;
  readonly daysLeft: number | null;
  /** Share of the yearly allowance that is used, from 0 to 1 or more; null if it is unknown, or not enforced. */
  readonly usedShare: number | null;
  readonly resetsOn: string | null;
  /** Day on which the allowance is used up, if that is before its reset. */
  readonly runsOutOn: string | null;
  /** Share of the allowance that will have been used by its reset; null if unknown. */
  readonly shareAtReset: number | null;
}

/** Days before the end of the license at which notifications are sent, once each. */
const days = [1, 7, 30, 60] as const;
/** Shares of the allowance at which notifications are sent, once each. */
const shares = [0.95, 0.8, 0.5] as const;
/** Share at the reset below which a forecast counts as good again, so that one that hovers around the limit causes one notification. */
const lastsAgain = 0.95;

/** Watches the license of FileMaker Server. `state` returns undefined if it is unknown. */
export function licenseWatch(state: () => Promise<WatchedLicense | undefined>, host: string): Watch {
  return {
    name: "license",
    everyMs: 0,
    afterMs: 0,
    async look(known) {
      const license = await state();
      const predicted = known.find(({ subject }) => subject === "forecast");
      return license && [...ending(license), ...allowance(license), ...forecast(license, predicted)];
    },
    async normal({ subject }) {
      if (subject === "license") return { event: "license_renewed", text: `The license of ${host} was renewed.` };
      if (subject === "allowance")
        return {
          event: "allowance_enough",
          text: `Less than half of the yearly Data API allowance of ${host} is used.`,
        };
      return { event: "allowance_enough", text: `The yearly Data API allowance of ${host} will last until its reset.` };
    },
  };

  function ending({ expiresOn, daysLeft }: WatchedLicense): readonly Trouble[] {
    const step = daysLeft === null ? undefined : days.find((most) => daysLeft <= most);
    if (step === undefined || daysLeft === null) return [];
    const problem = { subject: "license", name: host };
    if (daysLeft < 0)
      return [
        {
          ...problem,
          event: "license_ended",
          stage: `${expiresOn}`,
          text: `The license of ${host} ended on ${expiresOn}.`,
        },
      ];
    const left = daysLeft === 0 ? "today" : daysLeft === 1 ? "tomorrow" : `in ${daysLeft} days`;
    const text = `The license of ${host} ends ${left}, on ${expiresOn}.`;
    return [{ ...problem, event: "license_ends", stage: `${step} days to ${expiresOn}`, text }];
  }

  function allowance({ usedShare, resetsOn }: WatchedLicense): readonly Trouble[] {
    const step = usedShare === null ? undefined : shares.find((least) => usedShare >= least);
    if (step === undefined || usedShare === null) return [];
    const until = resetsOn === null ? "" : `, and resets on ${resetsOn}`;
    const text = `${Math.floor(usedShare * 100)} % of the yearly Data API allowance of ${host} is used${until}.`;
    return [{ subject: "allowance", event: "allowance_low", stage: `${step * 100} %`, name: host, text }];
  }

  function forecast(license: WatchedLicense, known: TroubleRecord | undefined): readonly Trouble[] {
    const { runsOutOn, resetsOn, shareAtReset } = license;
    const stage = `${resetsOn}`;
    if (runsOutOn === null) {
      if (known?.stage !== stage || (shareAtReset ?? 1) < lastsAgain) return [];
      // The known problem continues: this text isn't sent.
      const text = `The yearly Data API allowance of ${host} will be nearly used up by its reset on ${resetsOn}.`;
      return [{ subject: "forecast", event: "allowance_runs_out", stage, name: host, text }];
    }
    // The day moves with every sample; a notification is sent when it first comes before the reset.
    const text = `The yearly Data API allowance of ${host} will be used up on about ${runsOutOn}, before it resets on ${resetsOn}.`;
    return [{ subject: "forecast", event: "allowance_runs_out", stage, name: host, text }];
  }
}

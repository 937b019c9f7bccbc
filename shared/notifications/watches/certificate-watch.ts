import type { Watch } from "./watch.ts";

/** Certificate that clients see. */
export interface WatchedCertificate {
  readonly subject: string;
  /** Owner of the certificate, such as `FileMaker Server`. */
  readonly name: string;
  /** Returns the expiry in milliseconds since the epoch; undefined if there is no certificate. Throws if it can't be read. */
  readonly endsAt: () => Promise<number | undefined>;
}

const everyMs = 6 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** Days before expiry at which notifications are sent, once each. */
const days = [1, 7, 30] as const;

/** Watches the expiry of certificates. */
export function certificateWatches(certificates: readonly WatchedCertificate[], now: () => number): readonly Watch[] {
  return certificates.map(({ subject, name, endsAt }) => ({
    name: `certificate of ${subject}`,
    everyMs,
    afterMs: 0,
    async look() {
      // Unknown while it can't be read. Other watches check if its server responds.
      const end = await endsAt().catch(() => Number.NaN);
      if (end === undefined) return [];
      if (Number.isNaN(end)) return undefined;
      const daysLeft = (end - now()) / dayMs;
      const step = days.find((most) => daysLeft <= most);
      if (step === undefined) return [];
      const date = dateOf(end);
      if (daysLeft <= 0)
        return [
          {
            subject,
            event: "certificate_ended",
            stage: date,
            name,
            text: `The certificate of ${name} expired on ${date}.`,
          },
        ];
      const left = daysLeft < 2 ? "today or tomorrow" : `in ${Math.floor(daysLeft)} days`;
      const text = `The certificate of ${name} expires ${left}, on ${date}.`;
      return [{ subject, event: "certificate_ends", stage: `${step} days to ${date}`, name, text }];
    },
    async normal() {
      const end = await endsAt();
      if (end === undefined) return undefined;
      return {
        event: "certificate_renewed",
        text: `The certificate of ${name} was renewed. It expires on ${dateOf(end)}.`,
      };
    },
  }));
}

function dateOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

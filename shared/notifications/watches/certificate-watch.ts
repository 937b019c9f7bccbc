import type { Watch } from "./watch.ts";

/** A certificate that clients see. */
export interface WatchedCertificate {
  readonly subject: string;
  /** Whose it is, such as `FileMaker Server`. */
  readonly name: string;
  /** Milliseconds since the epoch; undefined where there is none. @throws where it cannot be seen */
  readonly endsAt: () => Promise<number | undefined>;
}

const everyMs = 6 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** So many days before the end it is notified, each once. */
const days = [1, 7, 30] as const;

/** Whether certificates are about to end. */
export function certificateWatches(certificates: readonly WatchedCertificate[], now: () => number): readonly Watch[] {
  return certificates.map(({ subject, name, endsAt }) => ({
    name: `certificate of ${subject}`,
    everyMs,
    afterMs: 0,
    async look() {
      // Nothing is known of one that cannot be seen now: whether its server answers, others watch.
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
            text: `The certificate of ${name} has ended on ${date}.`,
          },
        ];
      const left = daysLeft < 2 ? "tomorrow or today" : `in ${Math.floor(daysLeft)} days`;
      const text = `The certificate of ${name} ends ${left}, on ${date}.`;
      return [{ subject, event: "certificate_ends", stage: `${step} days to ${date}`, name, text }];
    },
    async normal() {
      const end = await endsAt();
      if (end === undefined) return undefined;
      return {
        event: "certificate_renewed",
        text: `The certificate of ${name} was renewed: it ends on ${dateOf(end)}.`,
      };
    },
  }));
}

function dateOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

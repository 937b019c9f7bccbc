import { timestamp } from "#shared/contract/scalars.ts";
import type { UsageGap, UsageSeries } from "#shared/usage/contract.ts";
import { minuteMs } from "#shared/usage/period.ts";
import type { TestService } from "../../support/test-service.ts";

/** What a service answers of usage. */
interface Answered {
  readonly kind: string;
  readonly unit: string;
  readonly from: string;
  readonly to: string;
  readonly stepSeconds: number;
  readonly countedTo: string;
  readonly gaps: readonly UsageGap[];
  readonly series: readonly UsageSeries[];
  readonly groups: number;
  readonly cursor: string | null;
}

/** Turns the clock to the beginning of the next minute, where all before it is written. Answers its moment. */
export async function nextMinute({ clock, turn, settle }: TestService): Promise<string> {
  const next = Math.floor(clock.now() / minuteMs) * minuteMs + minuteMs;
  await turn(next - clock.now());
  // The look whether a minute is over comes every few seconds.
  await turn(5_000);
  await settle();
  return timestamp(next);
}

/** Reads figures, by the minute where nothing else is said. */
export async function figures(
  { admin }: Pick<TestService, "admin">,
  query: Readonly<Record<string, string | number>>,
): Promise<Answered> {
  const text = new URLSearchParams({ step: "60", ...query }).toString();
  const { status, body } = await admin("GET", `/svc/api/usage?${text}`);
  if (status !== 200) throw new Error(`No figures: HTTP ${status} ${JSON.stringify(body)}`);
  return body.response;
}

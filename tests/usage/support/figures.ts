import { timestamp } from "#shared/contract/scalars.ts";
import type { UsageGap, UsageSeries } from "#shared/usage/contract.ts";
import { minuteMs } from "#shared/usage/period.ts";
import type { TestService } from "../../support/test-service.ts";

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

/** Turns the clock to the beginning of the next minute, when everything before it is written. Returns that time. */
export async function nextMinute({ clock, turn, settle }: TestService): Promise<string> {
  const next = Math.floor(clock.now() / minuteMs) * minuteMs + minuteMs;
  await turn(next - clock.now());
  // The service checks every few seconds whether a minute is over.
  await turn(5_000);
  await settle();
  return timestamp(next);
}

/** Reads figures, by default per minute. */
export async function figures(
  { admin }: Pick<TestService, "admin">,
  query: Readonly<Record<string, string | number>>,
): Promise<Answered> {
  const text = new URLSearchParams({ step: "60", ...query }).toString();
  const { status, body } = await admin("GET", `/svc/api/usage?${text}`);
  if (status !== 200) throw new Error(`No figures: HTTP ${status} ${JSON.stringify(body)}`);
  return body.response;
}

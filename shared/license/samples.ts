import type { LicenseAnswers } from "#shared/filemaker/commands/license.ts";
import { connectedUsers, dayAfter, dayAt, daysBetween, usedBytesOf } from "./rules.ts";
import type { LicenseDay, LicenseStore } from "./store.ts";

/** Adds what the server reports now to the day's samples. */
export async function recordSample(store: LicenseStore, answers: LicenseAnswers, now: number): Promise<void> {
  const day = dayAt(now);
  const usedBytes = usedBytesOf(answers.traffic);
  const users = connectedUsers(answers.clients);
  const last = await store.before(day);
  await store.change(day, (stored) => {
    const previous = stored?.usedBytes ?? last?.usedBytes ?? null;
    const added = increase(previous, usedBytes);
    const isPeak = users !== null && users > (stored?.peakUsers ?? -1);
    if (stored !== undefined && !isPeak && usedBytes === stored.usedBytes) return stored;
    return {
      day,
      firstAt: stored?.firstAt ?? now,
      usedBytes: usedBytes ?? previous,
      bytes: added === null ? (stored?.bytes ?? null) : (stored?.bytes ?? 0) + added,
      peakUsers: isPeak ? users : (stored?.peakUsers ?? null),
      peakAt: isPeak ? now : (stored?.peakAt ?? null),
    };
  });
}

/** Returns the bytes since the last report. It counts from zero after the yearly reset, and on some releases after a restart. */
function increase(previous: number | null, current: number | null): number | null {
  if (previous === null || current === null) return null;
  return current >= previous ? current - previous : current;
}

/**
 * Returns the bytes of each full day until yesterday, oldest first, without gaps: bytes of a time without samples are spread evenly over its
 * days. The first day is partial, and left out.
 */
export function bytesPerDay(days: readonly LicenseDay[], today: string): number[] {
  const perDay: number[] = [];
  let last: string | undefined;
  for (const { day, bytes } of days) {
    if (day >= today) break;
    if (last !== undefined && bytes !== null) {
      const count = daysBetween(last, day);
      for (let each = 0; each < count; each += 1) perDay.push(bytes / count);
    }
    if (last === undefined || bytes !== null) last = day;
  }
  // No sample since then: those days are unknown, and count like the last ones.
  const missing = last === undefined ? 0 : daysBetween(last, dayAfter(today, -1));
  const [latest] = perDay.slice(-1);
  return latest === undefined ? perDay : [...perDay, ...new Array<number>(Math.max(0, missing)).fill(latest)];
}

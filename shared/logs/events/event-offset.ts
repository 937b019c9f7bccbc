/** No event is older: CloudWatch reads backwards from this time. */
export const earliest = Date.UTC(2024, 0, 1);

/** Maximum number of events per millisecond that their offsets distinguish. */
const perMoment = 4_096;

/** Returns an event's increasing offset: its time, and its rank among the events of that millisecond. */
export function offsetOf(at: number, rank: number): number {
  return Math.max(0, at - earliest) * perMoment + Math.min(rank, perMoment - 1);
}

/** Returns the time of an offset. */
export function momentOf(offset: number): number {
  return earliest + Math.floor(offset / perMoment);
}

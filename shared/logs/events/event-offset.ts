/** No event is older: CloudWatch reads backwards from this moment on. */
export const earliest = Date.UTC(2024, 0, 1);

/** Events of one millisecond that their offsets distinguish. */
const perMoment = 4_096;

/** An event's place as a number that grows: its moment, and its rank among the events of that moment. */
export function offsetOf(at: number, rank: number): number {
  return Math.max(0, at - earliest) * perMoment + Math.min(rank, perMoment - 1);
}

/** The moment of a place. */
export function momentOf(offset: number): number {
  return earliest + Math.floor(offset / perMoment);
}

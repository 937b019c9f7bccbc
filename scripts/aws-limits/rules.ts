/** Limit of AWS that the product relies on or a guide names. */
export interface AwsLimit {
  readonly service: string;
  readonly limit: string;
  readonly value: string;
  /** AWS's page with the limit. */
  readonly page: string;
  /**
   * Date on which the value was last compared with AWS's text: `2026-11-28`. Undefined: it comes from the page as it was when the row was
   * written, and wasn't compared again.
   */
  readonly checkedOn?: string;
  /** File that relies on the limit. */
  readonly reliedOnBy: string;
  /** Test that fails if our side no longer fits the limit. */
  readonly test: string;
  /** Quantities with which guides name it, such as `200 MB`. */
  readonly named?: readonly string[];
}

/** Section of a guide whose quantities must be in the table. */
export interface GuideSection {
  readonly guide: string;
  readonly heading: string;
  /** Quantities there that are our own, with the file that sets each. */
  readonly own: Readonly<Record<string, string>>;
}

const yearMs = 366 * 24 * 60 * 60_000;

/**
 * Returns the names of rows that were checked more than a year before a day. The day is an argument: in the suite it is that of the row
 * checked last, so rows that were left out when others were checked again fail, and a suite that nobody changed stays green. The command
 * that makes a release passes the current day. Rows that were never compared aren't overdue; the page shows them without a date.
 */
export function overdueLimits(limits: readonly AwsLimit[], day: string): readonly string[] {
  return limits
    .filter(({ checkedOn = day }) => Date.parse(day) - Date.parse(checkedOn) > yearMs)
    .map(({ service, limit }) => `${service}: ${limit}`);
}

import { addressGroup } from "#shared/http/address-group.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import { tableCounts } from "./failure-counts.ts";

/** Limit on the calls from one client network, an IPv4 address or an IPv6 /64, in any period of time. */
export interface NetworkAllowance {
  /** Counts a call. Returns the seconds to wait before the next one is allowed; 0 if this one was counted. */
  take(address: string): Promise<number>;
}

/** Limits calls that need no credential. `name` separates the counts of different calls. */
export function networkAllowance(
  { table, clock }: { readonly table: Table; readonly clock: Clock },
  name: string,
  limit: { readonly calls: number; readonly windowMs: number },
): NetworkAllowance {
  const counts = tableCounts(table, clock);
  return {
    async take(address) {
      const rolling = { failures: limit.calls, rollingMs: limit.windowMs };
      return Math.ceil((await counts.take({ id: `${name}#${addressGroup(address)}`, limit: rolling })) / 1000);
    },
  };
}

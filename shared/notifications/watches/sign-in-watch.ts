import { addressGroup } from "#shared/http/address-group.ts";
import type { Watch } from "./watch.ts";

/** Rejected credentials from one network. */
export interface RefusedSignIns {
  readonly address: string;
  readonly count: number;
}

const worthSaying = 50;
/** Address for rejections from too many networks to list. */
const many = "many";

/** Watches for many rejected credentials. `refusals` returns those of each of the last ten-minute windows. */
export function signInWatch(refusals: () => Promise<readonly (readonly RefusedSignIns[])[]>): Watch {
  return {
    name: "sign-ins",
    everyMs: 0,
    afterMs: 0,
    async look() {
      const windows = (await refusals()).map((refused) => ({
        total: refused.reduce((sum, { count }) => sum + count, 0),
        most: mostFrequent(refused),
      }));
      const worst = windows.sort((one, other) => other.total - one.total)[0];
      if (worst?.most === undefined || worst.total < worthSaying) return [];
      const { address, count } = worst.most;
      const from = address === many ? "from many addresses" : `${count} of them from ${address}`;
      const text = `${worst.total} credentials were rejected within ten minutes, ${from}.`;
      return [{ subject: "sign-ins", event: "sign_ins_refused", name: "Sign-ins", text }];
    },
    // The end of the guesses isn't notified.
    normal: async () => undefined,
  };
}

function mostFrequent(refused: readonly RefusedSignIns[]): RefusedSignIns | undefined {
  const counts = new Map<string, number>();
  for (const { address, count } of refused) {
    const network = address === many ? many : addressGroup(address);
    counts.set(network, (counts.get(network) ?? 0) + count);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most && { address: most[0], count: most[1] };
}

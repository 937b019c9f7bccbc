import { inlineBody } from "#shared/deliveries/bodies.ts";
import type { DeliveryRecord } from "#shared/deliveries/record.ts";
import { deliveryStore } from "#shared/deliveries/store.ts";
import { inBatches, storeKeys } from "../keys/stored-keys.ts";
import { randomNumbers } from "../load/random-numbers.ts";
import { withResources } from "../machine/with-resources.ts";
import { startLatchkeyOn } from "../peers/latchkey.ts";
import { median } from "../statistics.ts";
import { startUpstream } from "../upstream/running-upstream.ts";
import type { WebhookStage } from "./stage.ts";
import type { WebhookValues } from "./targets.ts";

const webhooks = 10;
const dayMs = 24 * 60 * 60_000;
const days = 30;
const queries = 40;
const seed = 20_261_122;

/** Measures the first page of a webhook's deliveries, by state and time, with very many stored deliveries. */
export function firstPage({ plan, directory, cores, print }: WebhookStage): Promise<WebhookValues> {
  return withResources(async (use) => {
    const upstream = use(await startUpstream(0, cores?.load));
    const { dataFolder, adminKey } = await storeKeys(directory, 1);
    const now = Date.now();
    await storeDeliveries(dataFolder, { from: 0, count: plan.storedDeliveries, now });
    const latchkey = use(await startLatchkeyOn(dataFolder, { upstream: upstream.origin, core: cores?.proxy }));
    const random = randomNumbers(seed);
    const timed = async (state: string): Promise<number> => {
      const from = now - random() * days * dayMs;
      const to = Math.min(now, from + (0.05 + random() * 3) * dayMs);
      const source = `webhook-${1 + Math.floor(random() * webhooks)}`;
      const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const url = `http://127.0.0.1:${latchkey.readiness}/svc/api/deliveries?${new URLSearchParams({ source, state, ...span })}`;
      const startedAt = performance.now();
      const answer = await fetch(url, { headers: { authorization: `Bearer ${adminKey}` } });
      await answer.text();
      if (answer.status !== 200) throw new Error(`The list of deliveries answered ${answer.status}`);
      return performance.now() - startedAt;
    };
    await timed("delivered"); // The first call of a session logs in.
    const rows: [string, number, number][] = [];
    for (const state of ["delivered", "failed", "pending"]) {
      const times: number[] = [];
      for (let left = queries; left > 0; left -= 1) times.push(await timed(state));
      rows.push([state, median(times), Math.max(...times)]);
    }
    const title = `First page of one of ${webhooks} webhooks, ${plan.storedDeliveries} deliveries stored`;
    print({ title, columns: ["state", "p50 ms", "slowest ms"], rows });
    return { firstPage: Math.max(...rows.map(([, , slowest]) => slowest)) };
  });
}

/** Numbers of the deliveries to store, and the size of their events. */
interface DeliveriesToStore {
  readonly from: number;
  readonly count: number;
  readonly now: number;
  /** Default: about twenty bytes. */
  readonly bodyBytes?: number;
}

/** Stores deliveries of a number of events over thirty days, one in a hundred of which has failed. */
export async function storeDeliveries(
  dataFolder: string,
  { from, count, now, bodyBytes = 0 }: DeliveriesToStore,
): Promise<void> {
  await inBatches(dataFolder, async (table) => {
    const records = deliveryStore(table);
    for (let number = 0; number < count; number += 1) {
      const at = now - days * dayMs + Math.floor((number / count) * days * dayMs);
      await records.create(storedDelivery(from + number, at, bodyBytes));
    }
  });
}

/** Returns the stored delivery of an event of one of ten webhooks. */
export function storedDelivery(number: number, createdAt: number, bodyBytes: number): DeliveryRecord {
  const source = `webhook-${1 + (number % webhooks)}`;
  const id = `${source}_${createdAt.toString(16).padStart(12, "0")}7${number.toString(16).padStart(19, "0")}`;
  const isFailed = Math.floor(number / webhooks) % 100 === 0;
  const body = Buffer.from(`{"order":${number}}`.padEnd(bodyBytes));
  return {
    ...{ schema: 1, id, source, state: isFailed ? "failed" : "delivered", createdAt, endedAt: createdAt + 200 },
    ...{ nextAt: createdAt, attempts: 1, totalAttempts: 1, leasedUntil: 0, isRepeated: false, trigger: "first" },
    ...{ since: createdAt, senderId: null, duplicateOf: null, reason: isFailed ? "FileMaker error 105" : null },
    request: {
      ...{ method: "POST", target: "/receiver/X/bench", headers: [["Content-Type", "application/json"]] },
      body: inlineBody(body),
    },
    tries: [],
    given: null,
    context: "{}",
    keptMs: 60 * dayMs,
  };
}

import { type SetStore, setFolder, setStore } from "#shared/blocks/set-store.ts";
import { callouts } from "#shared/node/callouts.ts";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { type StoreClient, storeClient } from "#shared/s3/store-client.ts";

export const bucket = "bench";
export const set = "0123456789abcdef0123456789abcdef";
export const dataKey = { id: "0123456789abcdef", bytes: Buffer.alloc(32, 7) };
export const keys = new Map([[dataKey.id, dataKey.bytes]]);

/** The agent's interface to the store, with the number of its calls. */
export interface AgentStore {
  readonly client: StoreClient;
  readonly store: SetStore;
  calls(): number;
}

export function agentStore(origin: string): AgentStore {
  const reached = callouts({ isAllowed: () => true });
  let calls = 0;
  const client = storeClient({
    address: storeAddress(origin, "us-east-1", "path"),
    credentials: { accessKeyId: "bench", secretAccessKey: "bench" },
    async call(request) {
      calls += 1;
      return reached.call(request);
    },
    clock: systemClock,
  });
  const store = setStore({
    ...{ client, bucket, folder: setFolder("latchkey", set) },
    features: { conditionalPut: true, checksums: true },
    asked: (ask) => ask(),
  });
  return { client, store, calls: () => calls };
}

import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";

/** Partition that this store owns, as roles name it. */
export const allowedNetworkPartitions = ["allowed-networks"];

const key = { pk: "allowed-networks", sk: "list" };

const StoredNetworks = storedRecord("system/networks/networks", 1, { networks: z.array(z.string()) });

/** Stored list, and its version: 0 if it was never set. */
export interface KeptNetworks {
  readonly networks: string[];
  readonly version: number;
}

/** Stores the allowed networks in one item on the Table port. */
export function allowedNetworkStore(table: Table) {
  return {
    async read(): Promise<KeptNetworks> {
      const item = await table.get(key);
      if (item === undefined) return { networks: [], version: 0 };
      return { networks: StoredNetworks.parse(item.fields).networks, version: item.version };
    },

    /**
     * Writes the list. `expected` is the required version. Default: any.
     * @throws ServiceError settings_changed
     */
    async write(networks: string[], expected: number | undefined): Promise<KeptNetworks> {
      const fields = { schema: 1, networks };
      const condition = expected === 0 ? "absent" : expected === undefined ? undefined : { version: expected };
      try {
        return { networks, version: (await table.put({ ...key, fields }, condition)).version };
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
        throw new ServiceError("settings_changed", { cause: thrown });
      }
    },
  };
}

export type AllowedNetworkStore = ReturnType<typeof allowedNetworkStore>;

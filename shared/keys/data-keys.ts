import type { ServiceOf } from "../contract/operation.ts";
import type { keys } from "./contract.ts";
import { dataKeyRow } from "./rules.ts";
import type { KeyRooms } from "./service.ts";

const rowsPerPage = 1000;

type DataKeys = Pick<
  ServiceOf<typeof keys>,
  "listDataApiKeys" | "getDataApiKey" | "deleteDataApiKey" | "deleteDataApiKeys" | "logoutDataApiKey"
>;

/** Showing and removing Data API Keys, and ending their sessions. */
export function dataKeys({ store, records, sessions, endUnusedSessions }: KeyRooms): DataKeys {
  return {
    async listDataApiKeys({ cursor, limit = rowsPerPage }) {
      const page = await store.list("data", { cursor, limit });
      return { "api-keys": page.records.map(dataKeyRow), cursor: page.cursor };
    },

    getDataApiKey: async ({ key }) => dataKeyRow((await records.found("data", key)).record),

    async deleteDataApiKey({ key }) {
      const { credentialId } = await records.remove("data", key);
      endUnusedSessions(credentialId);
      return { ok: true };
    },

    async deleteDataApiKeys({ keys }) {
      const { removed, notFound } = await records.removeAll("data", keys);
      for (const credentialId of new Set(removed.map((record) => record.credentialId))) endUnusedSessions(credentialId);
      return { deleted: removed.map(({ id }) => id), notFound };
    },

    async logoutDataApiKey({ key }) {
      await sessions.logout((await records.found("data", key)).record.credentialId);
      return { ok: true };
    },
  };
}

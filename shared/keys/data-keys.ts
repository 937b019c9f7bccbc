import type { ServiceOf } from "../contract/operation.ts";
import type { keys } from "./contract.ts";
import type { KeyRooms } from "./key-dependencies.ts";
import { dataKeyRow } from "./rows.ts";

const rowsPerPage = 1000;

type DataKeys = Pick<
  ServiceOf<typeof keys>,
  "listDataApiKeys" | "getDataApiKey" | "deleteDataApiKey" | "deleteDataApiKeys" | "logoutDataApiKey"
>;

/** Showing and removing Data API Keys, and ending their sessions. */
export function dataKeys({ store, records, refusals, sessions, endUnusedSessions }: KeyRooms): DataKeys {
  return {
    async listDataApiKeys({ cursor, limit = rowsPerPage }) {
      const [page, standing] = await Promise.all([store.list("data", { cursor, limit }), refusals.standing()]);
      return { "api-keys": page.records.map((record) => dataKeyRow(record, standing)), cursor: page.cursor };
    },

    async getDataApiKey({ key }) {
      const { record } = await records.found("data", key);
      return dataKeyRow(record, await refusals.standing(record.credentialId));
    },

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

import type { ServiceOf } from "#shared/contract/operation.ts";
import type { keys } from "../contract.ts";
import { dataKeyRow } from "../rows.ts";
import type { KeyDependencies } from "./key-dependencies.ts";

const rowsPerPage = 1000;

type DataKeys = Pick<
  ServiceOf<typeof keys>,
  "listDataApiKeys" | "getDataApiKey" | "deleteDataApiKey" | "deleteDataApiKeys" | "logoutDataApiKey"
>;

/** Lists and deletes Data API keys, and ends their sessions. */
export function dataKeys({ store, records, refusals, sessions, endUnusedSessions, clock }: KeyDependencies): DataKeys {
  return {
    async listDataApiKeys({ cursor, limit = rowsPerPage }) {
      const [page, accountRefusals] = await Promise.all([store.list("data", { cursor, limit }), refusals.list()]);
      return {
        "api-keys": page.records.map((record) => dataKeyRow(record, accountRefusals, clock.now())),
        cursor: page.cursor,
      };
    },

    async getDataApiKey({ key }) {
      const { record } = await records.found("data", key);
      return dataKeyRow(record, await refusals.list(record.credentialId), clock.now());
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

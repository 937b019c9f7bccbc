import { ServiceError } from "../contract/errors.ts";
import type { ServiceOf } from "../contract/operation.ts";
import type { keys } from "./contract.ts";
import { adminKeyRow } from "./rules.ts";
import type { KeyRooms } from "./service.ts";

const rowsPerPage = 1000;

type AdminKeys = Pick<
  ServiceOf<typeof keys>,
  | "createAdminApiKey"
  | "listAdminApiKeys"
  | "getAdminApiKey"
  | "updateAdminApiKey"
  | "deleteAdminApiKey"
  | "deleteAdminApiKeys"
>;

/** Making, showing, relabelling and removing Admin API Keys. */
export function adminKeys({ store, records, accounts }: KeyRooms): AdminKeys {
  return {
    async createAdminApiKey({ label, user, pass }, call) {
      if (!(await accounts.accepts({ user, pass }, call.address))) throw new ServiceError("credentials_refused");
      const { value, common } = await records.newRecord("admin", { user, pass }, label);
      await store.create("admin", { schema: 1, ...common });
      return { key: value, id: common.id, hint: common.hint };
    },

    async listAdminApiKeys({ cursor, limit = rowsPerPage }) {
      const page = await store.list("admin", { cursor, limit });
      return { "api-keys": page.records.map(adminKeyRow), cursor: page.cursor };
    },

    getAdminApiKey: async ({ key }) => adminKeyRow((await records.found("admin", key)).record),

    async updateAdminApiKey({ key, label }) {
      const record = await records.change("admin", key, (current) => ({ ...current, label }));
      return { key: record.hint, label: record.label };
    },

    async deleteAdminApiKey({ key }) {
      await records.remove("admin", key);
      return { ok: true };
    },

    async deleteAdminApiKeys({ keys }) {
      const { removed, notFound } = await records.removeAll("admin", keys);
      return { deleted: removed.map(({ id }) => id), notFound };
    },
  };
}

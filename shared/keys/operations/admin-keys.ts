import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { adminApiDatabase } from "#shared/filemaker/sessions/admin-session-server.ts";
import type { keys } from "../contract.ts";
import { credentialIds } from "../credential-id.ts";
import { changedAdminLimits, momentOf } from "../limits/changed-limits.ts";
import { adminKeyRow, hintOf } from "../rows.ts";
import type { KeyDependencies } from "./key-dependencies.ts";

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

/** Creates, lists, updates and deletes Admin API keys. */
export function adminKeys({
  store,
  records,
  refusals,
  accounts,
  vault,
  background,
  endUnusedAdminSessions,
}: KeyDependencies): AdminKeys {
  return {
    async createAdminApiKey({ key, label, user, pass, role, endsAt, limits }, call) {
      if (!(await accounts.accepts({ user, pass }, call.client))) throw new ServiceError("credentials_refused");
      const { value, common } = await records.newRecord("admin", { user, pass }, label, call.caller, key);
      const [credentialId] = await credentialIds(vault, "admin", { user, pass });
      const limited = { endsAt: momentOf(endsAt), limits: changedAdminLimits(null, limits) };
      await store.create("admin", { schema: 2, ...common, role, ...limited, credentialId });
      // Other keys for this account work again.
      background.waitUntil(
        "account status",
        refusals.clear({ credentialId, api: "admin", folded: adminApiDatabase.folded }),
      );
      return { key: value, id: common.id, hint: hintOf("admin", common) };
    },

    async listAdminApiKeys({ cursor, limit = rowsPerPage }) {
      const [page, accountRefusals] = await Promise.all([store.list("admin", { cursor, limit }), refusals.list()]);
      return { "api-keys": page.records.map((record) => adminKeyRow(record, accountRefusals)), cursor: page.cursor };
    },

    async getAdminApiKey({ key }) {
      const { record } = await records.found("admin", key);
      return adminKeyRow(record, await refusals.list(record.credentialId));
    },

    async updateAdminApiKey({ key, label, role, isDisabled, endsAt, limits }) {
      const record = await records.change("admin", key, (current) => ({
        ...current,
        label: label ?? current.label,
        role: role ?? current.role,
        isDisabled: isDisabled ?? current.isDisabled,
        endsAt: endsAt === undefined ? current.endsAt : momentOf(endsAt),
        limits: changedAdminLimits(current.limits, limits),
      }));
      return { key: hintOf("admin", record), label: record.label };
    },

    async deleteAdminApiKey({ key }) {
      const { credentialId } = await records.remove("admin", key);
      endUnusedAdminSessions(credentialId);
      return { ok: true };
    },

    async deleteAdminApiKeys({ keys }) {
      const { removed, notFound } = await records.removeAll("admin", keys);
      for (const credentialId of new Set(removed.map((record) => record.credentialId)))
        endUnusedAdminSessions(credentialId);
      return { deleted: removed.map(({ id }) => id), notFound };
    },
  };
}

import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";

/** Partition of the accounts of grants. */
export const accountPartition = "oauth-accounts";
/** Name of the passwords of these accounts in roles. */
export const accountSecrets = "oauth-account";

/** Returns the context of a password: its grant, and the server of the grant. */
export const accountContext = (grantId: string, resource: string) => ({
  kind: accountSecrets,
  item: `${accountPartition}|${grantId}`,
  field: `sealedPassword ${resource}`,
});

/** Secrets to re-encrypt when the master key changes. */
export const sealedAccounts: SealedItems = {
  partition: accountPartition,
  contexts: ({ sk, fields }) => ({ sealedPassword: accountContext(sk, String(fields.resource)) }),
};

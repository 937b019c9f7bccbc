import type { SealedItems } from "#shared/rewrap/sealed-items.ts";

/** Where the accounts behind grants are kept. */
export const accountPartition = "oauth-accounts";
/** What roles call the passwords of these accounts. */
export const accountSecrets = "oauth-account";

/** What a password is bound to: its grant, and the server that the grant is for. */
export const accountContext = (grantId: string, resource: string) => ({
  kind: accountSecrets,
  item: `${accountPartition}|${grantId}`,
  field: `sealedPassword ${resource}`,
});

/** Sealed again when the master key changes. */
export const sealedAccounts: SealedItems = {
  partition: accountPartition,
  contexts: ({ sk, fields }) => ({ sealedPassword: accountContext(sk, String(fields.resource)) }),
};

import { timestamp } from "#shared/contract/scalars.ts";
import type { IdentityCredentials, ServiceAccount } from "./contract.ts";
import type { DirectoryAccess } from "./providers/provider.ts";
import type { CredentialsRecord } from "./record.ts";

/** Replacement for a key in responses. */
const mask = "••••••••";

/** Returns credentials for callers. */
export function shownCredentials(record: CredentialsRecord): IdentityCredentials {
  const { adminEmail, account, nestedGroups, clientIds, savedAt } = record;
  return {
    adminEmail,
    serviceAccountJson: { ...account, private_key: mask },
    nestedGroups,
    clientIds,
    savedAt: timestamp(savedAt),
  };
}

/** Returns true if sign-ins of this client get groups. */
export function isKnownClient({ clientIds }: Pick<CredentialsRecord, "clientIds">, clientId: string): boolean {
  return clientIds.length === 0 || clientIds.includes(clientId);
}

interface Account {
  readonly adminEmail: string;
  readonly account: Pick<ServiceAccount, "client_email" | "private_key_id">;
  readonly privateKey: string;
}

/** Returns the credentials with which a provider reads groups. */
export function accessBy({ adminEmail, account, privateKey }: Account): DirectoryAccess {
  return { adminEmail, clientEmail: account.client_email, privateKeyId: account.private_key_id, privateKey };
}

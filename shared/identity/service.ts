import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { identity } from "./contract.ts";
import { asPrivateKey, newSigningKey, publicJwk } from "./id-token.ts";
import { type DirectoryAccess, type IdentityProvider, ProviderFailed } from "./providers/provider.ts";
import { accessBy, shownCredentials } from "./rules.ts";
import { credentialsContext, type IdentityStore, signingKeyContext } from "./store.ts";
import { type TokenEndpointDependencies, tokenEndpoint } from "./token-endpoint.ts";

interface IdentityDependencies extends TokenEndpointDependencies {
  readonly store: IdentityStore;
  readonly vault: Vault;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Creates the service of the identity provider: the service account that reads groups, and sign-ins with groups in their ID tokens. */
export function identityService(dependencies: IdentityDependencies): ServiceOf<typeof identity> {
  const { store, provider, vault, ids, clock } = dependencies;

  const makeSigningKey = async (): Promise<void> => {
    if ((await store.signingKey()) !== undefined) return;
    const { n, e, privateKey } = await newSigningKey();
    const sealedPrivateKey = await vault.seal(privateKey, signingKeyContext);
    await store.addSigningKey({ schema: 1, kid: ids.uuid(), n, e, sealedPrivateKey, createdAt: clock.now() });
  };

  return {
    exchangeIdentityCode: tokenEndpoint(dependencies),

    async saveIdentityCredentials({ adminEmail, serviceAccountJson, nestedGroups, clientIds }) {
      const { private_key: given, ...account } = serviceAccountJson;
      const privateKey = keyIn(given);
      await tried(provider, accessBy({ adminEmail, account: serviceAccountJson, privateKey }));
      await makeSigningKey();
      const sealedPrivateKey = await vault.seal(privateKey, credentialsContext);
      const record = {
        ...({ schema: 1, provider: "google", adminEmail, account, sealedPrivateKey } as const),
        ...{ nestedGroups, clientIds, savedAt: clock.now() },
      };
      await store.saveCredentials(record);
      return { credentials: shownCredentials(record) };
    },

    async readIdentityCredentials() {
      const record = await store.credentials();
      return { credentials: record === undefined ? null : shownCredentials(record) };
    },

    async deleteIdentityCredentials() {
      await store.deleteCredentials();
      return { ok: true };
    },

    async listIdentityKeys() {
      const key = await store.signingKey();
      return { keys: key === undefined ? [] : [publicJwk(key)] };
    },
  };
}

/** @throws ServiceError input_invalid */
function keyIn(pem: string): string {
  const key = asPrivateKey(pem);
  if (key === undefined)
    throw new ServiceError("input_invalid", {
      text: "serviceAccountJson.private_key: must be an RSA key of at least 2048 bits, as PEM",
    });
  return key;
}

/**
 * Tests the credentials by reading the administrator's groups.
 * @throws ServiceError if they are rejected
 */
async function tried(provider: IdentityProvider, access: DirectoryAccess): Promise<void> {
  try {
    await provider.groupsOf(access, access.adminEmail, { nested: false, isTrial: true });
  } catch (thrown) {
    if (!(thrown instanceof ProviderFailed)) throw thrown;
    const error = thrown.isAway ? "identity_provider_away" : "identity_credentials_refused";
    throw new ServiceError(error, { text: thrown.message, cause: thrown });
  }
}

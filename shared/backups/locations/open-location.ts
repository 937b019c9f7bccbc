import { ServiceError } from "#shared/contract/errors.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { type StoreAddress, storeAddress } from "#shared/s3/endpoint.ts";
import type { StoreCredentials } from "#shared/s3/signed-request.ts";
import type { LocationCheck } from "./rules.ts";
import { type LocationStore, locationContext } from "./store.ts";

/** Address of a location, and the account to use there. */
export interface OpenLocation {
  readonly address: StoreAddress;
  readonly credentials: StoreCredentials;
  /** Result of the latest check. Null if the location was never checked in a bucket. */
  readonly check: LocationCheck | null;
}

/** Opens a location by its name. @throws ServiceError offsite_location_not_found */
export type OpenLocationNamed = (name: string) => Promise<OpenLocation>;

export function openLocation(store: Pick<LocationStore, "get">, vault: Pick<Vault, "open">): OpenLocationNamed {
  return async (name) => {
    const location = await store.get(name);
    if (location === undefined) throw new ServiceError("offsite_location_not_found", { text: name.slice(0, 60) });
    const { endpoint, region, addressing, accessKeyId, sealedSecret, check } = location.record;
    const secretAccessKey = await vault.open(sealedSecret, locationContext(name));
    return {
      address: storeAddress(endpoint, region ?? undefined, addressing),
      credentials: { accessKeyId, secretAccessKey },
      check,
    };
  };
}

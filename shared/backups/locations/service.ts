import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { type StoreClient, storeClient } from "#shared/s3/store-client.ts";
import type { backups, OffsiteCheck, OffsiteRemote } from "../contract.ts";
import { asked } from "./asked-store.ts";
import { type Place, probe } from "./probe.ts";
import type { LocationRecord } from "./record.ts";
import {
  browserHash,
  folderOf,
  isProtected,
  isPruned,
  type LocationCheck,
  missingRights,
  remarksOn,
  slugOf,
} from "./rules.ts";
import { type LocationStore, locationContext, type StoredLocation } from "./store.ts";

interface LocationDependencies {
  readonly store: LocationStore;
  /** Returns the names of the schedules that send backups to a location. */
  readonly schedulesTo: (location: string) => Promise<readonly string[]>;
  readonly vault: Vault;
  readonly callouts: Pick<Callouts, "call">;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Account of a location with its secret unsealed. It doesn't need a check. */
type Account = Pick<LocationRecord, "endpoint" | "region" | "addressing" | "accessKeyId"> & { readonly secret: string };

export function locationService(dependencies: LocationDependencies): ServiceOf<typeof backups> {
  const { store, schedulesTo, vault, callouts, ids, clock } = dependencies;

  const found = async (name: string): Promise<StoredLocation> => {
    const location = await store.get(name);
    if (location === undefined) throw new ServiceError("offsite_location_not_found");
    return location;
  };

  const clientOf = ({ endpoint, region, addressing, accessKeyId, secret }: Account): StoreClient =>
    storeClient({
      address: storeAddress(endpoint, region ?? undefined, addressing),
      credentials: { accessKeyId, secretAccessKey: secret },
      call: callouts.call,
      clock,
    });

  const secretOf = ({ name, sealedSecret }: LocationRecord) => vault.open(sealedSecret, locationContext(name));
  const opened = async (record: LocationRecord): Promise<StoreClient> =>
    clientOf({ ...record, secret: await secretOf(record) });

  /** Tests an account before it is saved, in its bucket if it has one. Returns null if it can list its buckets. @throws ServiceError */
  const tried = async (account: Account, place: Place | undefined): Promise<LocationCheck | null> => {
    const client = clientOf(account);
    const check = await asked("offsite_store_refused", async () => {
      if (place !== undefined) return probe(client, place, clock.now(), ids.bytes(32));
      try {
        await client.buckets();
      } catch (thrown) {
        if (thrown instanceof StoreRefused && mayNot.has(thrown.code)) throw new ServiceError("offsite_bucket_needed");
        throw thrown;
      }
      return null;
    });
    if (check !== null && missingRights(check).length > 0)
      throw new ServiceError("offsite_store_refused", {
        text: remarksOn(check).slice(0, missingRights(check).length).join(" "),
        response: { check: shownCheck(check) },
      });
    return check;
  };

  const placeOf = ({ bucket, path }: Pick<LocationRecord, "bucket" | "path">): Place | undefined =>
    bucket === null ? undefined : { bucket, path };

  return {
    async listOffsiteRemotes() {
      const records = await store.all();
      return { remotes: Object.fromEntries(records.map((record) => [record.name, shown(record)])) };
    },

    async createOffsiteRemote(input) {
      const name = slugOf(input.remote_name);
      if (name === "")
        throw new ServiceError("input_invalid", {
          text: "`remote_name`: must contain a letter from a to z or a digit",
        });
      if ((await store.get(name)) !== undefined) throw new ServiceError("offsite_location_exists");
      const { endpoint, addressing, noCheckBucket } = input;
      const account = {
        endpoint,
        region: input.region || null,
        addressing,
        accessKeyId: input.access_key_id,
        secret: input.secret_access_key,
      };
      const where = { bucket: input.bucket_name ?? null, path: folderOf(input.remote_path ?? "") };
      const check = await tried(account, placeOf(where));
      const { secret, ...fields } = account;
      const now = clock.now();
      const isCreated = await store.create({
        schema: 1,
        name,
        label: input.remote_name,
        ...fields,
        sealedSecret: await vault.seal(secret, locationContext(name)),
        ...where,
        noCheckBucket,
        check,
        createdAt: now,
        updatedAt: now,
      });
      if (!isCreated) throw new ServiceError("offsite_location_exists");
      return { ok: true, remote_name: name, check: check && shownCheck(check) };
    },

    async updateOffsiteRemote({ remote_name: name, ...input }) {
      return retryOnConflict(async () => {
        const { record: before, version } = await found(name);
        const next = {
          ...before,
          endpoint: input.endpoint ?? before.endpoint,
          region: input.region === undefined ? before.region : input.region || null,
          addressing: input.addressing ?? before.addressing,
          accessKeyId: input.access_key_id ?? before.accessKeyId,
          bucket: input.bucket_name ?? before.bucket,
          path: input.remote_path === undefined ? before.path : folderOf(input.remote_path),
          noCheckBucket: input.noCheckBucket ?? before.noCheckBucket,
        };
        const isSameAccount = next.endpoint === before.endpoint && next.accessKeyId === before.accessKeyId;
        if (input.secret_access_key === undefined && !isSameAccount) throw new ServiceError("offsite_secret_needed");
        const secret = input.secret_access_key ?? (await secretOf(before));
        const check = await tried({ ...next, secret }, placeOf(next));
        const sealedSecret = await vault.seal(secret, locationContext(name));
        const record = { ...next, sealedSecret, check, updatedAt: clock.now() };
        if (!(await store.replace(record, version))) throw new ConditionFailed();
        return { ok: true, remote_name: name, check: check && shownCheck(check) };
      });
    },

    async deleteOffsiteRemote({ remote_name: name }) {
      await found(name);
      const schedules = await schedulesTo(name);
      if (schedules.length > 0)
        throw new ServiceError("offsite_location_in_use", { text: schedules.join(", "), response: { schedules } });
      await store.delete(name);
      return { ok: true };
    },

    async listOffsiteBuckets({ remote_name: name }) {
      const client = await opened((await found(name)).record);
      const buckets = await asked("offsite_call_refused", () => client.buckets());
      return { buckets: [...buckets], remote_name: name };
    },

    async checkOffsiteRemote({ remote_name: name, bucket_name: bucket, remote_path: path }) {
      const { record, version } = await found(name);
      const where = { bucket: bucket ?? record.bucket, path: path === undefined ? record.path : folderOf(path) };
      const place = placeOf(where);
      if (place === undefined) throw new ServiceError("offsite_bucket_needed");
      const client = await opened(record);
      const check = await asked("offsite_call_refused", () => probe(client, place, clock.now(), ids.bytes(32)));
      // The location was changed meanwhile: the result is returned but not stored, because it is for the old settings.
      await store.replace({ ...record, ...where, check }, version);
      return { check: shownCheck(check) };
    },
  };
}

/** Error codes that refuse only this request. The account can have other rights. */
const mayNot = new Set(["AccessDenied", "HTTP 403", "NotImplemented", "MethodNotAllowed"]);

function shown({ name, label, endpoint, region, addressing, accessKeyId, check }: LocationRecord): OffsiteRemote {
  return {
    type: "s3",
    label,
    endpoint,
    access_key_id: accessKeyId,
    region: storeAddress(endpoint, region ?? undefined, addressing).region,
    addressing,
    check: check && shownCheck(check),
    file_browser_hash: browserHash(name),
  };
}

function shownCheck(check: LocationCheck): OffsiteCheck {
  const { checkedAt, bucket, path, rights, features } = check;
  return {
    checkedAt: timestamp(checkedAt),
    bucket,
    path,
    rights,
    features,
    isProtected: isProtected(check),
    isPruned: isPruned(check),
    remarks: [...remarksOn(check)],
  };
}

import type { OpenLocationNamed } from "#shared/backups/api.ts";
import type { Delivery } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { CursorRefused } from "#shared/ports/table.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { type ListedObject, type StoreClient, storeClient } from "#shared/s3/store-client.ts";
import type { browser, HostFile, linkedFiles } from "../contract.ts";
import { linkMs } from "../rules.ts";
import { type OffsitePath, offsitePathIn, offsitePathText } from "./offsite-location.ts";

interface OffsiteDependencies {
  readonly openLocation: OpenLocationNamed;
  readonly callouts: Pick<Callouts, "call">;
  readonly clock: Clock;
}

type Browsing = Pick<
  ServiceOf<typeof browser & typeof linkedFiles>,
  "listHostFiles" | "getHostFile" | "getHostFileLink" | "downloadHostFile" | "describeHostFile"
>;

/** Time in seconds in which a caller must follow the download address. */
const addressSeconds = 600;

/** Adds offsite locations to the operations of the file browser. They are read-only. */
export function withOffsite(host: Browsing, { openLocation, callouts, clock }: OffsiteDependencies): Browsing {
  const opened = async ({ remote }: OffsitePath): Promise<StoreClient> =>
    storeClient({ ...(await openLocation(remote)), call: callouts.call, clock });

  /** Returns the object at a place. @throws ServiceError host_file_not_found, host_file_not_sent for places that aren't files */
  const found = async (store: StoreClient, place: OffsitePath): Promise<ListedObject> => {
    const { bucket, key } = place;
    if (bucket === undefined || key === "")
      throw new ServiceError("host_file_not_sent", { text: offsitePathText(place) });
    const { objects } = await asked(() => store.list(bucket, { prefix: key, limit: 1 }));
    const object = objects.find((one) => one.key === key);
    if (object === undefined) throw new ServiceError("host_file_not_found", { text: offsitePathText(place) });
    return object;
  };

  const addressOf = async (store: StoreClient, { bucket = "", key }: OffsitePath, seconds: number): Promise<string> =>
    (await store.addressOf(bucket, key, seconds)).href;

  const listed = async (place: OffsitePath, cursor: string | undefined, limit: number) => {
    const store = await opened(place);
    const { bucket, key } = place;
    if (bucket === undefined) {
      const buckets = await asked(() => store.buckets());
      return { files: buckets.map((name) => shownFolder({ ...place, bucket: name })), cursor: null };
    }
    const prefix = key === "" ? "" : `${key}/`;
    const from = cursor === undefined ? {} : { cursor: cursorIn(cursor) };
    const page = await asked(() => store.list(bucket, { prefix, delimiter: "/", limit, ...from }));
    const folders = page.prefixes.map((name) => shownFolder({ ...place, key: name.replace(/\/$/, "") }));
    // Some stores represent folders by empty objects whose names end with a slash.
    const objects = page.objects
      .filter((object) => !object.key.endsWith("/"))
      .map((object) => shownFile(place, object));
    return { files: [...folders, ...objects], cursor: page.cursor === undefined ? null : cursorAt(page.cursor) };
  };

  return {
    async listHostFiles(input, call) {
      const place = offsitePathIn(input);
      if (place === undefined) return host.listHostFiles(input, call);
      if (input.sort !== "name" || input.descending === true || input.filter !== undefined)
        throw new ServiceError("input_invalid", { text: "`sort`: offsite locations can only be sorted by name" });
      const page = await listed(place, input.cursor, input.limit);
      return { path: offsitePathText(place), ...page, canFill: false, freeBytes: null, uploadPartBytes: 0 };
    },

    async getHostFile(where, call) {
      const place = offsitePathIn(where);
      if (place === undefined) return host.getHostFile(where, call);
      if (place.bucket === undefined || place.key === "") return { file: shownFolder(place) };
      return { file: shownFile(place, await found(await opened(place), place)) };
    },

    async getHostFileLink(input, call) {
      const place = offsitePathIn(input);
      if (place === undefined) return host.getHostFileLink(input, call);
      const lifeMs = linkMs(input.urlExpiry);
      if (lifeMs === undefined)
        throw new ServiceError("input_invalid", {
          text: "`urlExpiry`: must be a duration such as `10m`, at most `7d`",
        });
      const store = await opened(place);
      await found(store, place);
      const downloadUrl = await addressOf(store, place, Math.floor(lifeMs / 1000));
      return { downloadUrl, expiresAt: timestamp(clock.now() + lifeMs) };
    },

    async downloadHostFile(where, call) {
      const place = offsitePathIn(where);
      if (place === undefined) return host.downloadHostFile(where, call);
      const store = await opened(place);
      await found(store, place);
      // The client downloads the bytes from the store itself.
      return { status: 302, headers: { Location: await addressOf(store, place, addressSeconds) } };
    },

    async describeHostFile(where, call): Promise<Delivery> {
      const place = offsitePathIn(where);
      if (place === undefined) return host.describeHostFile(where, call);
      const { sizeBytes, modifiedAt } = await found(await opened(place), place);
      const headers = { "Content-Length": String(sizeBytes), "Last-Modified": new Date(modifiedAt).toUTCString() };
      return { status: 200, headers: { ...headers, "Content-Type": "application/octet-stream" } };
    },
  };
}

/** Calls a store, and converts its errors and timeouts to errors of the catalog. @throws ServiceError */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof StoreRefused)
      throw new ServiceError("offsite_call_refused", { text: thrown.message, detail: thrown.code, cause: thrown });
    if (thrown instanceof CalloutRefused || thrown instanceof CalloutFailed)
      throw new ServiceError("offsite_store_away", { text: thrown.message, cause: thrown });
    throw thrown;
  }
}

const shown = { mark: null, root: null } as const;

/** Converts a folder for API responses. Stores have no folders, only common prefixes of names, so a folder has no time. */
function shownFolder(place: OffsitePath): HostFile {
  const path = offsitePathText(place);
  return {
    ...{ id: idOf(path), name: path.slice(path.lastIndexOf("/") + 1), path, type: "dir" },
    ...{ modifiedTime: timestamp(0), tag: "" },
    ...shown,
    capabilities: { canDownload: false, canChange: false, canFill: false },
  };
}

function shownFile(place: OffsitePath, { key, sizeBytes, modifiedAt }: ListedObject): HostFile {
  const path = offsitePathText({ ...place, key });
  const modifiedMs = Date.parse(modifiedAt);
  return {
    ...{ id: idOf(path), name: key.slice(key.lastIndexOf("/") + 1), path, type: "file", size: sizeBytes },
    ...{ modifiedTime: timestamp(modifiedMs), tag: `${sizeBytes.toString(36)}-${modifiedMs.toString(36)}` },
    ...shown,
    capabilities: { canDownload: true, canChange: false, canFill: false },
  };
}

function idOf(path: string): string {
  return Buffer.from(path).toString("base64url");
}

function cursorAt(token: string): string {
  return Buffer.from(token).toString("base64url");
}

/** @throws CursorRefused */
function cursorIn(text: string): string {
  const token = Buffer.from(text, "base64url").toString("utf8");
  if (cursorAt(token) === text) return token;
  throw new CursorRefused("This cursor doesn't belong to a listing of an offsite location");
}

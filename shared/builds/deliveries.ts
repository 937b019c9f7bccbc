import type { Delivery, DeliveryCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { builds } from "./contract.ts";
import { buildLocation } from "./host-builds.ts";
import type { BuildLinks } from "./links/build-links.ts";
import type { buildLinks } from "./links/contract.ts";
import type { BuildRecord } from "./record.ts";
import { zipArchiveOf } from "./rules.ts";
import type { BuildStore } from "./store.ts";

type Location = ReturnType<typeof buildLocation>;

interface DeliveryDependencies {
  readonly store: BuildStore;
  readonly links: BuildLinks;
  /** Sends a file or folder of the host. */
  readonly send: (location: Location, header: DeliveryCall["header"], isWanted: boolean) => Promise<Delivery>;
}

/** Operations of builds that transfer bytes. */
export type BuildDeliveries = ServiceOf<typeof buildLinks> & Pick<ServiceOf<typeof builds>, "getBuild">;

export function buildDeliveries({ store, links, send }: DeliveryDependencies): BuildDeliveries {
  /** Returns the build of a token. Every invalid token gets the same answer. @throws ServiceError build_link_not_found */
  const known = async (token: string): Promise<BuildRecord> => {
    const id = links.idIn(token);
    const record = id === undefined ? undefined : await store.get(id);
    if (record === undefined || !(await links.isFor(token, record))) throw new ServiceError("build_link_not_found");
    if (record.status === null) throw new ServiceError("build_running");
    return record;
  };

  const byToken = async (token: string, call: DeliveryCall, isWhole: boolean, isWanted = true): Promise<Delivery> => {
    const record = await known(token);
    const zip = isWhole || !record.isZipped ? undefined : zipArchiveOf(record);
    const location = buildLocation("outbox", record.buildId, zip);
    return send(location, call.header, isWanted).catch(missingAs("build_link_not_found"));
  };

  return {
    downloadBuild: ({ token }, call) => byToken(token, call, false),
    describeBuild: ({ token }, call) => byToken(token, call, false, false),
    downloadBuildByPath: ({ token }, call) => byToken(token, call, false),
    downloadBuildFolder: ({ token }, call) => byToken(token, call, true),
    downloadBuildFolderByPath: ({ token }, call) => byToken(token, call, true),

    async getBuild({ buildId, inboxOrOutbox: box }, { header }) {
      const record = box === "outbox" ? await store.named(buildId) : undefined;
      if (record !== undefined && record.status === null) throw new ServiceError("build_running");
      const zip = buildLocation(box, buildId, zipArchiveOf({ buildId, isZipped: true }));
      const sent = record?.isZipped === false ? undefined : await send(zip, header, true).catch(undefinedIfMissing);
      return sent ?? (await send(buildLocation(box, buildId), header, true).catch(missingAs("build_not_found")));
    },
  };
}

function missingAs(error: "build_link_not_found" | "build_not_found") {
  return (cause: unknown): never => {
    if (cause instanceof ServiceError && cause.error === "host_file_not_found")
      throw new ServiceError(error, { cause });
    throw cause;
  };
}

function undefinedIfMissing(thrown: unknown): undefined {
  if (thrown instanceof ServiceError && thrown.error === "host_file_not_found") return undefined;
  throw thrown;
}

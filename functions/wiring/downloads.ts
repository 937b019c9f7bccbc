import { workInput } from "../../shared/agent/work-job.ts";
import { fileDelivery } from "../../shared/browser/downloads.ts";
import { hostBytes } from "../../shared/browser/host-bytes.ts";
import { statOn } from "../../shared/browser/stat-on.ts";
import type { DeliveriesOf } from "../../shared/contract/delivery.ts";
import type { ServiceOf } from "../../shared/contract/operation.ts";
import { room } from "../../shared/files/disk/room.ts";
import type { downloadStreams, downloads as downloadsContract } from "../../shared/files/downloads/contract.ts";
import { downloadDeliveries as deliveriesOfDownloads } from "../../shared/files/downloads/deliveries.ts";
import { downloadMaker } from "../../shared/files/downloads/maker.ts";
import { downloadService } from "../../shared/files/downloads/service.ts";
import { downloadStore } from "../../shared/files/downloads/store.ts";
import { downloadTokens } from "../../shared/files/downloads/token.ts";
import { processEnd } from "../../shared/server/process-end.ts";
import { accountOfHost } from "./accounts.ts";
import { hands } from "./agent.ts";
import { eventFeed } from "./events.ts";
import { serverOfCallers } from "./filemaker.ts";
import { once } from "./foundation.ts";
import { jobs, processRecords } from "./jobs.ts";
import { store } from "./keyrings.ts";
import { fileAccounts } from "./keys.ts";

/** Downloads of hosted files: asking for them. */
export function downloads(): ServiceOf<typeof downloadsContract> {
  return once("downloads", ({ vault, baseUrl, prefixes: [prefix = "svc"] }) =>
    downloadService({
      make: makeDownload(),
      tokens: downloadTokens(vault),
      fileCaller: fileAccounts(),
      baseUrl,
      prefix,
    }),
  );
}

/** Downloads of hosted files: their bytes. */
export function downloadDeliveries(): DeliveriesOf<typeof downloadStreams> {
  return once("download deliveries", ({ table, vault, clock, answerMs, linkPlace: place }) =>
    deliveriesOfDownloads({
      make: makeDownload(),
      store: downloadStore(table),
      tokens: downloadTokens(vault),
      hasKey: async (keyId) => (await store().byId("admin", keyId)) !== undefined,
      ended: processEnd({ process: processRecords().get, clock, answerMs, isStopping: () => eventFeed().isClosed }),
      send: fileDelivery({ bytes: hostBytes(hands, place?.arrivals), stat: statOn(hands) }),
      clock,
    }),
  );
}

function makeDownload() {
  return once("making downloads", ({ table, vault, clock, ids, diskFloorBytes }) =>
    downloadMaker({
      store: downloadStore(table),
      server: serverOfCallers(),
      administrator: accountOfHost(),
      jobs,
      workInput: (work, fields) => workInput(vault, work, fields),
      room: room(hands, diskFloorBytes),
      clock,
      ids,
    }),
  );
}

import type { browser as browserContract, browserStreams } from "../../shared/browser/contract.ts";
import { browserDeliveries as deliveriesOfBrowser } from "../../shared/browser/deliveries.ts";
import { hostBytes } from "../../shared/browser/host-bytes.ts";
import { downloadLinks } from "../../shared/browser/links.ts";
import { browserService } from "../../shared/browser/service.ts";
import { statOn } from "../../shared/browser/stat-on.ts";
import type { DeliveriesOf } from "../../shared/contract/delivery.ts";
import type { ServiceOf } from "../../shared/contract/operation.ts";
import { hands } from "./agent.ts";
import { once, provided } from "./foundation.ts";

/** The file browser: the folders of FileMaker Server on its host. */
export function browser(): ServiceOf<typeof browserContract> {
  return once("browser", ({ clock, ids, trashKeptMs: keptMs, largestBodyBytes }) =>
    // Behind a gateway that takes less, a round number below what it takes.
    browserService({
      hands,
      links: browserLinks(),
      clock,
      ids,
      keptMs,
      uploadPartBytes: Math.min(25_000_000, Math.floor(largestBodyBytes / 1_000_000) * 1_000_000),
    }),
  );
}

/** Bytes of the host's files, on their way to callers and from them. */
export function browserDeliveries(): DeliveriesOf<typeof browserStreams> {
  return once(
    "browser deliveries",
    ({ linkPlace: place, clock, ids, diskFloorBytes: floorBytes, prefixes: [prefix = "svc"] }) =>
      deliveriesOfBrowser({
        bytes: hostBytes(hands, place?.arrivals),
        stat: statOn(hands),
        links: browserLinks(),
        hands,
        departures: place?.departures,
        floorBytes,
        clock,
        ids,
        address: `/${prefix}/api/files/uploads`,
      }),
  );
}

function browserLinks() {
  const { vault, clock, baseUrl, prefixes } = provided();
  const [prefix = "svc"] = prefixes;
  return downloadLinks({ vault, clock, address: () => `${baseUrl()}/${prefix}/api/files/link` });
}

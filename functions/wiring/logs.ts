import type { DeliveriesOf } from "../../shared/contract/delivery.ts";
import type { ServiceOf } from "../../shared/contract/operation.ts";
import type { logStreams, logs as logsContract } from "../../shared/logs/contract.ts";
import { logDeliveries as deliveriesOfLogs } from "../../shared/logs/deliveries.ts";
import { hostLogs } from "../../shared/logs/host-logs.ts";
import type { LogPlaces } from "../../shared/logs/places.ts";
import { logService } from "../../shared/logs/service.ts";
import { hands } from "./agent.ts";
import { eventFeed } from "./events.ts";
import { once, provided } from "./foundation.ts";

/** The logs resource. */
export function logs(): ServiceOf<typeof logsContract> {
  return once("logs", () => logService(logPlaces()));
}

/** Logs as they are, and as they are written. */
export function logDeliveries(): DeliveriesOf<typeof logStreams> {
  return once("log deliveries", ({ clock }) => deliveriesOfLogs(logPlaces(), clock, () => eventFeed().isClosed));
}

function logPlaces(): LogPlaces {
  const { linkPlace: place, serviceLogs: service } = provided();
  return { server: hostLogs({ hands, areBytesBrought: () => place?.arrivals !== undefined }), service };
}

import { certificateProbe } from "#shared/filemaker/wire/certificate-probe.ts";
import { calloutAddresses, listedAddresses } from "#shared/node/callout-addresses.ts";
import { callouts } from "#shared/node/callouts.ts";
import { smtpMailer } from "#shared/node/smtp-mailer.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import type { ProxyTimeouts } from "#shared/proxy/relay/relay-plans.ts";
import { usageCounters } from "#shared/usage/counters.ts";
import { countingIn } from "#shared/usage/counting.ts";
import type { Platform } from "../functions/platform.ts";
import { oauthLimits, releaseLimits, timeLimits, toolLimits, uploadLimits } from "../functions/settings/limits.ts";
import type { LocalSettings } from "../functions/settings/local.ts";
import { dataApiOrigin } from "./file-maker.ts";
import { serviceLogs } from "./logs/service-logs.ts";
import type { OpenedStores } from "./storage/stores.ts";

/** Limits that tests shorten. */
export interface PlatformLimits {
  readonly proxyTimeouts?: ProxyTimeouts;
  readonly outageMs?: number;
  /** Maximum body of a proxied call in bytes, as on platforms where bodies don't stream. */
  readonly largestBodyBytes?: number;
}

interface LocalPlatformOptions
  extends Pick<
    Platform,
    | "clock"
    | "ids"
    | "fileMaker"
    | "baseUrl"
    | "ownApi"
    | "ownServer"
    | "prefixes"
    | "bodyMs"
    | "transfers"
    | "restart"
    | "ownCertificateEndsAt"
    | "isDemo"
  > {
  readonly settings: LocalSettings;
  readonly fmsUrl: string;
  /** Certificates in PEM to trust in addition to the default ones. */
  readonly ca: readonly string[] | undefined;
  readonly stores: OpenedStores;
  readonly links: Pick<Platform["agents"], "sockets" | "heartbeats">;
  readonly limits: PlatformLimits;
  /** The only address on this machine that can be called. */
  readonly sandboxStore: string | undefined;
}

/** Builds the platform that every function has on one machine. */
export function localPlatform(options: LocalPlatformOptions): Platform {
  const { settings, fmsUrl, ca, stores, links, limits, sandboxStore, ...rest } = options;
  const { table, vault, log, blobs, work, deliveryQueue } = stores;
  // Counting begins at the start, not with the first call.
  const counters = usageCounters(rest.ids.uuid(), rest.clock.now());
  const calloutRules = {
    isAllowed: calloutAddresses(settings.CALLOUT_NETWORKS),
    areOn: !settings.PREVENT_DAPI_CALLOUT,
  };
  return {
    ...rest,
    table,
    vault,
    log,
    background: backgroundTasks(log),
    callouts: callouts({ ...calloutRules, isListed: listedAddresses(settings.CALLOUT_NETWORKS), sandboxStore }),
    mailer: smtpMailer(calloutRules),
    callsOut: calloutRules.areOn,
    calloutNetworks: settings.CALLOUT_NETWORKS,
    certificate: certificateProbe({
      origin: dataApiOrigin(fmsUrl, settings),
      servername: new URL(fmsUrl).hostname,
      ca,
      pin: settings.FMS_CERT_SHA256,
    }),
    counting: countingIn(counters),
    counters,
    hasOneCallAtATime: false,
    corsOrigins: settings.CORS_ORIGINS,
    knownNetworks: settings.KNOWN_NETWORKS,
    securityContacts: settings.SECURITY_CONTACTS,
    exchangesWithoutGroups: settings.GOOGLE_AUTH_WITHOUT_GROUPS,
    checksHost: true,
    eventStreamMs: 5 * 60_000,
    fileMakerOrigin: fmsUrl,
    proxyTimeouts: limits.proxyTimeouts ?? { headersMs: settings.FMS_ANSWER_SECONDS * 1000, bodyMs: 60_000 },
    outageMs: limits.outageMs ?? 15 * 60_000,
    storeWaitMs: stores.waitMs,
    ...timeLimits(settings),
    answerMs: Number.POSITIVE_INFINITY,
    blobs,
    uploadLimits: uploadLimits(settings),
    diskFloorBytes: settings.DISK_FLOOR_MB * 1_000_000,
    oauthLimits: oauthLimits(settings),
    toolLimits: toolLimits(settings),
    releaseLimits: releaseLimits(settings),
    dataDiskFreeBytes: stores.freeBytes,
    serviceLogs: serviceLogs(settings, rest.clock),
    logLines: undefined,
    queue: work.queue,
    deliveryQueue: deliveryQueue.queue,
    deliverySchedules: deliveryQueue.schedules,
    schedules: work.schedules,
    agents: {
      sockets: links.sockets,
      heartbeats: links.heartbeats,
      address: () => `${rest.baseUrl().replace(/^http/, "ws")}/${settings.SERVICE_PREFIX}/agent`,
    },
    largestBodyBytes: limits.largestBodyBytes ?? Number.POSITIVE_INFINITY,
  };
}

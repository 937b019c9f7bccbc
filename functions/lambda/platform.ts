import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { consoleLog } from "#shared/aws/console-log.ts";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { olderFingerprints } from "#shared/aws/kms/older-fingerprints.ts";
import { kmsVault } from "#shared/aws/kms/vault.ts";
import { certificateProbe } from "#shared/filemaker/wire/certificate-probe.ts";
import { guardedOutbound, probePaths } from "#shared/filemaker/wire/guarded-outbound.ts";
import { reconnectingOutbound } from "#shared/filemaker/wire/reconnecting-outbound.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import { calloutAddresses, listedAddresses } from "#shared/node/callout-addresses.ts";
import { callouts } from "#shared/node/callouts.ts";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { backgroundTasks as backgroundOf } from "#shared/ports/background-tasks.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { countingByLines } from "#shared/usage/lines/counting-by-lines.ts";
import type { FunctionNeeds, Part } from "../needs.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import type { AwsSettings } from "../settings/aws.ts";
import { answerLimits, oauthLimits, releaseLimits, timeLimits, toolLimits, uploadLimits } from "../settings/limits.ts";
import type { OpenerContext } from "./openers/opener-context.ts";
import { openers } from "./openers/openers.ts";
import { sandboxStore } from "./sandbox-store.ts";

const outageMs = 15 * 60_000;
/** Timeout in milliseconds. DynamoDB answers within about ten milliseconds, and within a few hundred if it needs a new connection. */
const storeWaitMs = 2_000;
/**
 * Maximum wait in milliseconds for the end of a process before the response reports its progress. API Gateway allows 29 seconds in total.
 */
const answerMs = 25_000;
/** Maximum body in bytes. Lambda events are limited to 6 MB; base64 adds a third, and headers need room. */
const largestBodyBytes = 4_400_000;
/** Maximum duration of an event stream. Lambda doesn't notice client disconnects, so the rest may have no reader. */
const eventStreamMs = 60_000;
/** Milliseconds for the body to arrive. The body is already complete when Lambda begins. */
const bodyMs = 30_000;

/** Platform of a function on Lambda. */
export interface LambdaPlatform {
  readonly common: CommonPlatform;
  /** Opens parts and adds them to the platform, which all resources of the function share. */
  open(parts: FunctionNeeds["parts"]): Promise<CommonPlatform & Partial<Platform>>;
}

/** Builds the platform on Lambda: ports on DynamoDB and KMS from the settings in serverless.yml, and other parts when they are needed. */
export function lambdaPlatform(settings: AwsSettings): LambdaPlatform {
  const common = commonPlatform(settings);
  const context: OpenerContext = { settings, ...common };
  const platform: CommonPlatform & Partial<Record<Part, unknown>> = { ...common };
  const add = async (name: Part): Promise<void> => {
    const open: (context: OpenerContext) => unknown = await openers[name]();
    if (!(name in platform)) platform[name] = open(context);
  };
  return {
    common: platform,
    async open(parts) {
      await Promise.all(Object.keys(parts).map((name) => add(name as Part)));
      return platform as CommonPlatform & Partial<Platform>;
    },
  };
}

function commonPlatform(settings: AwsSettings): CommonPlatform {
  const clock = systemClock;
  const ids = systemIds(clock);
  const log = consoleLog(clock, { keepsApplicationDebug: settings.DEBUG_APP_LOG });
  const background = backgroundOf(log);
  const upstream = (origin: string, probePath: string): Outbound => {
    const outbound = reconnectingOutbound(() => undiciOutbound({ origin, now: () => clock.now() }), clock, background);
    // An instance handles one call at a time, so connection checks are left to the probe.
    return guardedOutbound(outbound, { probe: outbound, probePath, clock });
  };
  const kms = new KMSClient(clientSettings());
  const table = dynamoTable({
    client: new DynamoDBClient(clientSettings()),
    tableName: settings.TABLE_NAME,
    clock,
    ids,
  });
  const keyIds = settings.ENCRYPTION_KEY_IDS;
  const sealing = kmsVault({ client: kms, keyIds, clock, ids });
  const macKeyIds = settings.FINGERPRINT_KEY_IDS;
  const older = macKeyIds.length === 0 ? undefined : olderFingerprints({ client: kms, macKeyIds, ids });
  return {
    table,
    vault: withFingerprints({ vault: sealing, table, clock, ids, storeWaitMs, older }),
    clock,
    ids,
    log,
    background,
    counting: countingByLines(ids.uuid(), log.counted),
    counters: undefined,
    hasOneCallAtATime: true,
    eventStreamMs,
    fileMaker: {
      dataApi: upstream(settings.FMS_URL, probePaths.dataApi),
      adminApi: upstream(settings.FMS_ADMIN_URL ?? settings.FMS_URL, probePaths.adminApi),
    },
    callouts: callouts({
      isAllowed: calloutAddresses(settings.CALLOUT_NETWORKS),
      isListed: listedAddresses(settings.CALLOUT_NETWORKS),
      sandboxStore,
    }),
    calloutNetworks: settings.CALLOUT_NETWORKS,
    // PREVENT_DAPI_CALLOUT stops the start there.
    callsOut: true,
    certificate: certificateProbe({ origin: settings.FMS_URL, servername: new URL(settings.FMS_URL).hostname }),
    ownCertificateEndsAt: undefined,
    isDemo: false,
    fileMakerOrigin: settings.FMS_URL,
    baseUrl: () => settings.BASE_URL,
    corsOrigins: settings.CORS_ORIGINS,
    knownNetworks: settings.KNOWN_NETWORKS,
    securityContacts: [],
    exchangesWithoutGroups: settings.GOOGLE_AUTH_WITHOUT_GROUPS,
    ownServer: undefined,
    checksHost: false,
    prefixes: [settings.SERVICE_PREFIX, ...settings.SERVICE_PREFIX_ALIASES],
    proxyTimeouts: answerLimits(settings),
    outageMs,
    storeWaitMs,
    ...timeLimits(settings),
    answerMs,
    uploadLimits: uploadLimits(settings),
    diskFloorBytes: settings.DISK_FLOOR_MB * 1_000_000,
    oauthLimits: oauthLimits(settings),
    toolLimits: toolLimits(settings),
    releaseLimits: releaseLimits(settings),
    dataDiskFreeBytes: undefined,
    restart: undefined,
    largestBodyBytes,
    bodyMs,
  };
}

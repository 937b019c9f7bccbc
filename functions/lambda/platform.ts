import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { consoleLog } from "#shared/aws/console-log.ts";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { olderFingerprints } from "#shared/aws/kms/older-fingerprints.ts";
import { kmsVault } from "#shared/aws/kms/vault.ts";
import { guardedOutbound, probePaths } from "#shared/filemaker/wire/guarded-outbound.ts";
import { reconnectingOutbound } from "#shared/filemaker/wire/reconnecting-outbound.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import { calloutAddresses, listedAddresses } from "#shared/node/callout-addresses.ts";
import { callouts } from "#shared/node/callouts.ts";
import { certificateProbe } from "#shared/node/certificate-probe.ts";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { backgroundTasks as backgroundOf } from "#shared/ports/background-tasks.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { countingByLines } from "#shared/usage/lines/counting-by-lines.ts";
import type { CommonPlatform } from "../platform.ts";
import type { AwsSettings } from "../settings/aws.ts";
import { answerLimits, oauthLimits, releaseLimits, timeLimits, uploadLimits } from "../settings/limits.ts";
import type { OpenerContext, Openers } from "./openers/openers.ts";

const outageMs = 15 * 60_000;
/** DynamoDB answers within some ten milliseconds, and within a few hundred where a connection has to be made anew. */
const storeWaitMs = 2_000;
/** What is left of the 29 seconds of API Gateway for waiting, before an answer says how far the work is. */
const answerMs = 25_000;
/** What is left for bytes of the 6 MB of an event: base64 makes four of three, and headers need room. */
const largestBodyBytes = 4_400_000;
/** Lambda does not learn that a client has gone: nobody may be reading for the rest of it. */
const eventStreamMs = 60_000;
/** A body is there when Lambda begins. */
const bodyMs = 30_000;

/** What a function has on Lambda: the ports on DynamoDB and KMS, from the settings that serverless.yml gives to every function, and what it names itself. */
export function lambdaPlatform<P>(settings: AwsSettings, openers: Openers<P>): CommonPlatform & P {
  const common = commonPlatform(settings);
  const context: OpenerContext = { settings, ...common };
  const opened = Object.entries<(context: OpenerContext) => unknown>(openers).map(([name, open]) => [
    name,
    open(context),
  ]);
  return { ...common, ...(Object.fromEntries(opened) as P) };
}

function commonPlatform(settings: AwsSettings): CommonPlatform {
  const clock = systemClock;
  const ids = systemIds(clock);
  const log = consoleLog(clock, { keepsApplicationDebug: settings.DEBUG_APP_LOG });
  const background = backgroundOf(log);
  const upstream = (origin: string, probePath: string): Outbound => {
    const outbound = reconnectingOutbound(() => undiciOutbound({ origin }), clock, background);
    // A function has one call at a time: it leaves connections to the probe.
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
    }),
    calloutNetworks: settings.CALLOUT_NETWORKS,
    // PREVENT_DAPI_CALLOUT ends the start there.
    callsOut: true,
    certificate: certificateProbe({ origin: settings.FMS_URL, servername: new URL(settings.FMS_URL).hostname }),
    ownCertificateEndsAt: undefined,
    isDemo: false,
    fileMakerOrigin: settings.FMS_URL,
    baseUrl: () => settings.BASE_URL,
    corsOrigins: settings.CORS_ORIGINS,
    knownNetworks: settings.KNOWN_NETWORKS,
    exchangesWithoutGroups: settings.GOOGLE_AUTH_WITHOUT_GROUPS,
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
    releaseLimits: releaseLimits(settings),
    dataDiskFreeBytes: undefined,
    restart: undefined,
    largestBodyBytes,
    bodyMs,
  };
}

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { S3Client } from "@aws-sdk/client-s3";
import type { APIGatewayProxyEvent, StreamifyHandler } from "aws-lambda";
import { calloutAddresses } from "../local-runtime/callout-addresses.ts";
import { callouts } from "../local-runtime/callouts.ts";
import { certificateSight } from "../local-runtime/certificate-sight.ts";
import { systemClock } from "../local-runtime/clock.ts";
import { systemIds } from "../local-runtime/ids.ts";
import { clientSettings } from "../shared/aws/client-settings.ts";
import { consoleLog } from "../shared/aws/console-log.ts";
import { dynamoTable } from "../shared/aws/dynamo-table.ts";
import { kmsVault } from "../shared/aws/kms-vault.ts";
import { s3Blobs } from "../shared/aws/s3-blobs.ts";
import { s3Presigned } from "../shared/aws/s3-presigned.ts";
import { undiciOutbound } from "../shared/filemaker/outbound.ts";
import { thawingOutbound } from "../shared/filemaker/thawing-outbound.ts";
import type { BlobStore } from "../shared/ports/blob-addresses.ts";
import type { Clock } from "../shared/ports/clock.ts";
import type { Ids } from "../shared/ports/ids.ts";
import type { Outbound } from "../shared/ports/outbound.ts";
import type { Handler } from "./edge/serve.ts";
import type { StreamHandler } from "./edge/stream.ts";
import { type AwsSettings, readAwsEnvironment, timeLimits, uploadLimits } from "./environment.ts";
import { onStream as onLambdaStream } from "./lambda/on-stream.ts";
import { withViewerAddress } from "./lambda/viewer-address.ts";
import { afterwards, type Foundation, provide } from "./wiring.ts";

/** The shortest time that API Gateway and Lambda leave to a streamed call, less what it takes to say that it was too long. */
const streamMs = 15 * 60_000 - 5_000;
const outageMs = 15 * 60_000;
/** What is left for bytes of the 6 MB of an event: base64 makes four of three, and headers need room. */
const largestBodyBytes = 4_400_000;

type OpenBlobs = (settings: AwsSettings, clock: Clock, ids: Ids) => BlobStore;

/** A handler of our own API as Lambda invokes it. An instance is frozen after its answer, so nothing is left undone then. */
export function onEvent(handler: Handler, openBlobs?: OpenBlobs): Handler {
  const settings = readAwsEnvironment();
  provide(awsFoundation(settings, openBlobs));
  return async (event, context) => {
    const answer = await handler(withViewerAddress(event, settings.EDGE_PROOF), context);
    await afterwards().settle();
    return answer;
  };
}

/** A streaming handler as Lambda invokes it. */
export function onStream(handler: StreamHandler, openBlobs?: OpenBlobs): StreamifyHandler<APIGatewayProxyEvent> {
  const settings = readAwsEnvironment();
  provide(awsFoundation(settings, openBlobs));
  const arriving = (event: APIGatewayProxyEvent) => withViewerAddress(event, settings.EDGE_PROOF);
  const around = async (invocation: () => Promise<void>) => {
    await invocation();
    await afterwards().settle();
  };
  return onLambdaStream(handler, around, arriving);
}

/** Blobs in the stack's bucket, for functions that handle bytes: what a function does not name stays out of its bundle. */
export function blobsOnS3({ BLOBS_BUCKET: bucket }: AwsSettings, clock: Clock, ids: Ids): BlobStore {
  const client = new S3Client({ ...clientSettings(), requestChecksumCalculation: "WHEN_REQUIRED" });
  return { blobs: s3Blobs({ client, bucket, clock, ids }), addresses: s3Presigned({ client, bucket }) };
}

/** The ports on DynamoDB and KMS, from the settings that serverless.yml gives to every function. */
function awsFoundation(settings: AwsSettings, openBlobs?: OpenBlobs): Foundation {
  const clock = systemClock;
  const ids = systemIds(clock);
  const log = consoleLog(clock);
  const table = dynamoTable({
    client: new DynamoDBClient(clientSettings()),
    tableName: settings.TABLE_NAME,
    clock,
    ids,
  });
  const vault = kmsVault({
    client: new KMSClient(clientSettings()),
    keyIds: settings.ENCRYPTION_KEY_IDS,
    macKeyIds: settings.FINGERPRINT_KEY_IDS,
    encryptionContext: { service: "latchkey" },
    clock,
    ids,
  });
  // Asked for when there is something to run: by then the foundation is in place.
  const later = { run: (what: string, work: Promise<unknown>) => afterwards().run(what, work) };
  const upstream = (origin: string): Outbound => thawingOutbound(() => undiciOutbound({ origin }), clock, later);
  return {
    table,
    vault,
    clock,
    ids,
    log,
    fileMaker: { dataApi: upstream(settings.FMS_URL), adminApi: upstream(settings.FMS_ADMIN_URL ?? settings.FMS_URL) },
    callouts: callouts({ isAllowed: calloutAddresses(settings.CALLOUT_NETWORKS) }),
    certificate: certificateSight({ origin: settings.FMS_URL, servername: new URL(settings.FMS_URL).hostname }),
    publicOrigin: settings.FMS_URL,
    baseUrl: () => settings.BASE_URL,
    prefixes: [settings.SERVICE_PREFIX, ...settings.SERVICE_PREFIX_ALIASES],
    proxyTimeouts: { headersMs: streamMs, bodyMs: 60_000 },
    outageMs,
    ...timeLimits(settings),
    blobs: openBlobs?.(settings, clock, ids),
    uploadLimits: uploadLimits(settings),
    largestBodyBytes,
  };
}

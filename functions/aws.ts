import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { APIGatewayProxyEvent, Context, SQSBatchResponse, SQSEvent, StreamifyHandler } from "aws-lambda";
import { calloutAddresses } from "../local-runtime/callout-addresses.ts";
import { callouts } from "../local-runtime/callouts.ts";
import { certificateSight } from "../local-runtime/certificate-sight.ts";
import { systemClock } from "../local-runtime/clock.ts";
import { systemIds } from "../local-runtime/ids.ts";
import { clientSettings } from "../shared/aws/client-settings.ts";
import { consoleLog } from "../shared/aws/console-log.ts";
import { dynamoTable } from "../shared/aws/dynamo-table.ts";
import { gatewayConnections } from "../shared/aws/gateway-connections.ts";
import { kmsVault } from "../shared/aws/kms-vault.ts";
import { s3Arrivals } from "../shared/aws/s3-arrivals.ts";
import { s3Blobs } from "../shared/aws/s3-blobs.ts";
import { type S3Presigned, s3Presigned } from "../shared/aws/s3-presigned.ts";
import { sqsConsumer } from "../shared/aws/sqs-consumer.ts";
import { sqsQueue } from "../shared/aws/sqs-queue.ts";
import { undiciOutbound } from "../shared/filemaker/outbound.ts";
import { thawingOutbound } from "../shared/filemaker/thawing-outbound.ts";
import type { JobConsumer } from "../shared/jobs/consumer.ts";
import { reasonOf } from "../shared/ports/background.ts";
import type { BlobStore } from "../shared/ports/blob-addresses.ts";
import type { Clock } from "../shared/ports/clock.ts";
import type { Ids } from "../shared/ports/ids.ts";
import type { Outbound } from "../shared/ports/outbound.ts";
import type { Handler } from "./edge/serve.ts";
import type { StreamHandler } from "./edge/stream.ts";
import { type AwsSettings, readAwsEnvironment, SettingRefused, timeLimits, uploadLimits } from "./environment.ts";
import { defaultProvider } from "./lambda/environment-credentials.ts";
import { onStream as onLambdaStream } from "./lambda/on-stream.ts";
import { withViewerAddress } from "./lambda/viewer-address.ts";
import { afterwards, type Foundation, provide, provided } from "./wiring.ts";

/** The shortest time that API Gateway and Lambda leave to a streamed call, less what it takes to say that it was too long. */
const streamMs = 15 * 60_000 - 5_000;
const outageMs = 15 * 60_000;
/** What is left for bytes of the 6 MB of an event: base64 makes four of three, and headers need room. */
const largestBodyBytes = 4_400_000;

/** What is left to a function when it is asked to leave its work, before Lambda ends it. */
const leaveMs = 30_000;

type OpenQueue = (settings: AwsSettings, clock: Clock) => NonNullable<Foundation["queue"]>;
type BlobsOnS3 = BlobStore & { readonly addresses: S3Presigned };
type OpenBlobs = (settings: AwsSettings, clock: Clock, ids: Ids) => BlobsOnS3;

/** A handler of our own API as Lambda invokes it. An instance is frozen after its answer, so nothing is left undone then. */
export function onEvent(handler: Handler, openBlobs?: OpenBlobs, openQueue?: OpenQueue): Handler {
  const settings = readAwsEnvironment();
  provide(awsFoundation(settings, openBlobs, openQueue));
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

/** What SQS feeds, and what a schedule calls: the latter with an event that has no messages. */
export function onMessages(
  consumer: () => JobConsumer,
  sweep: () => Promise<unknown>,
  openBlobs: OpenBlobs,
  openQueue: OpenQueue,
): (
  event: Partial<SQSEvent>,
  context: Pick<Context, "getRemainingTimeInMillis">,
) => Promise<SQSBatchResponse | undefined> {
  const settings = readAwsEnvironment();
  provide(awsFoundation(settings, openBlobs, openQueue));
  const { log } = provided();
  return async ({ Records }, context) => {
    try {
      if (Records === undefined) {
        await sweep();
        return undefined;
      }
      const stopping = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - leaveMs));
      const feed = sqsConsumer({
        handle: (delivery) => consumer()(delivery, stopping),
        failed: (error, { id, receiveCount }) =>
          log.error({ event: "message_failed", message: id, receiveCount, reason: reasonOf(error) }),
      });
      return await feed({ Records });
    } finally {
      await afterwards().settle();
    }
  };
}

/** The stack's queue of work, for functions that start or do some. */
export function queueOnSqs({ JOBS_QUEUE_URL, DEAD_JOBS_QUEUE_URL }: AwsSettings, clock: Clock) {
  if (JOBS_QUEUE_URL === undefined || DEAD_JOBS_QUEUE_URL === undefined)
    throw new SettingRefused("JOBS_QUEUE_URL and DEAD_JOBS_QUEUE_URL must be set for this function.");
  const client = new SQSClient(clientSettings());
  return sqsQueue({ client, queueUrl: JOBS_QUEUE_URL, deadLetterUrl: DEAD_JOBS_QUEUE_URL, clock });
}

/** Blobs in the stack's bucket, for functions that handle bytes: what a function does not name stays out of its bundle. */
export function blobsOnS3({ BLOBS_BUCKET: bucket }: AwsSettings, clock: Clock, ids: Ids): BlobsOnS3 {
  const client = new S3Client({ ...clientSettings(), requestChecksumCalculation: "WHEN_REQUIRED" });
  return { blobs: s3Blobs({ client, bucket, clock, ids }), addresses: s3Presigned({ client, bucket }) };
}

/** The stack's WebSocket API, where agents hold their links. */
function linkOnGateway(settings: AwsSettings, clock: Clock, ids: Ids, blobs?: BlobsOnS3): Foundation["linkPlace"] {
  const { LINK_URL: url, AWS_REGION: region } = settings;
  if (url === undefined) return undefined;
  return {
    sockets: gatewayConnections({ url, region, credentials: defaultProvider(), clock }),
    address: () => url.replace(/^http/, "ws"),
    arrivals: blobs && s3Arrivals(blobs.addresses, ids),
  };
}

/** The ports on DynamoDB and KMS, from the settings that serverless.yml gives to every function. */
function awsFoundation(settings: AwsSettings, openBlobs?: OpenBlobs, openQueue?: OpenQueue): Foundation {
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
  const blobs = openBlobs?.(settings, clock, ids);
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
    blobs,
    uploadLimits: uploadLimits(settings),
    queue: openQueue?.(settings, clock),
    linkPlace: linkOnGateway(settings, clock, ids, blobs),
    largestBodyBytes,
  };
}

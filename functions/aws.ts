import { CloudWatchLogsClient } from "@aws-sdk/client-cloudwatch-logs";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { S3Client } from "@aws-sdk/client-s3";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { APIGatewayProxyEvent, Context, SQSBatchResponse, SQSEvent, StreamifyHandler } from "aws-lambda";
import { clientSettings } from "../shared/aws/client-settings.ts";
import { cloudWatchEvents } from "../shared/aws/cloudwatch-events.ts";
import { consoleLog } from "../shared/aws/console-log.ts";
import { dynamoTable } from "../shared/aws/dynamo-table.ts";
import { gatewayConnections } from "../shared/aws/gateway-connections.ts";
import { kmsVault } from "../shared/aws/kms-vault.ts";
import { s3Arrivals } from "../shared/aws/s3-arrivals.ts";
import { s3Blobs } from "../shared/aws/s3-blobs.ts";
import { s3Departures } from "../shared/aws/s3-departures.ts";
import { type S3Presigned, s3Presigned } from "../shared/aws/s3-presigned.ts";
import { scheduler } from "../shared/aws/scheduler.ts";
import { sqsConsumer } from "../shared/aws/sqs-consumer.ts";
import { sqsQueue } from "../shared/aws/sqs-queue.ts";
import { undiciOutbound } from "../shared/filemaker/outbound.ts";
import { thawingOutbound } from "../shared/filemaker/thawing-outbound.ts";
import type { JobConsumer } from "../shared/jobs/consumer.ts";
import { eventPlace } from "../shared/logs/events/event-place.ts";
import type { LogPlace } from "../shared/logs/place.ts";
import { clearedLogs } from "../shared/logs/store.ts";
import { calloutAddresses } from "../shared/node/callout-addresses.ts";
import { callouts } from "../shared/node/callouts.ts";
import { certificateProbe } from "../shared/node/certificate-probe.ts";
import { systemClock } from "../shared/node/clock.ts";
import { systemIds } from "../shared/node/ids.ts";
import { reasonOf } from "../shared/ports/background.ts";
import type { BlobStore } from "../shared/ports/blob-addresses.ts";
import type { Clock } from "../shared/ports/clock.ts";
import type { Ids } from "../shared/ports/ids.ts";
import type { Outbound } from "../shared/ports/outbound.ts";
import type { Table } from "../shared/ports/table.ts";
import { type CrossOrigin, crossOrigin } from "./edge/cross-origin.ts";
import type { Handler } from "./edge/serve.ts";
import type { StreamHandler } from "./edge/stream.ts";
import { defaultProvider } from "./lambda/environment-credentials.ts";
import { onStream as onLambdaStream } from "./lambda/on-stream.ts";
import { eventsToOrigins, streamsToOrigins } from "./lambda/to-origins.ts";
import { withViewerAddress } from "./lambda/viewer-address.ts";
import { type AwsSettings, readAwsSettings } from "./settings/aws.ts";
import { answerLimits, timeLimits, uploadLimits } from "./settings/limits.ts";
import { SettingRefused } from "./settings/setting-refused.ts";
import { afterwards, type Foundation, provide, provided } from "./wiring/foundation.ts";

const outageMs = 15 * 60_000;
/** What is left of the 29 seconds of API Gateway for waiting, before it is said how far it is. */
const answerMs = 25_000;
/** What is left for bytes of the 6 MB of an event: base64 makes four of three, and headers need room. */
const largestBodyBytes = 4_400_000;

/** What is left to a function when it is asked to leave its work, before Lambda ends it. */
const leaveMs = 30_000;

/** The queue of work, and schedules that send into it where work may start later. */
type OpenQueue = (
  settings: AwsSettings,
  clock: Clock,
) => { readonly queue: NonNullable<Foundation["queue"]>; readonly schedules?: NonNullable<Foundation["schedules"]> };
type BlobsOnS3 = BlobStore & { readonly addresses: S3Presigned };
type OpenBlobs = (settings: AwsSettings, clock: Clock, ids: Ids) => BlobsOnS3;
type OpenLogs = (settings: AwsSettings, table: Table, clock: Clock) => LogPlace | undefined;

/** A handler of our own API as Lambda invokes it. An instance is frozen after its answer, so nothing is left undone then. */
export function onEvent(handler: Handler, openBlobs?: OpenBlobs, openQueue?: OpenQueue, openLogs?: OpenLogs): Handler {
  const settings = readAwsSettings();
  provide(awsFoundation(settings, openBlobs, openQueue, openLogs));
  const open = eventsToOrigins(handler, origins(settings));
  return async (event, context) => {
    const answer = await open(withViewerAddress(event, settings.EDGE_PROOF), context);
    await afterwards().settle();
    return answer;
  };
}

/** A streaming handler as Lambda invokes it. */
export function onStream(
  handler: StreamHandler,
  openBlobs?: OpenBlobs,
  openLogs?: OpenLogs,
  openQueue?: OpenQueue,
): StreamifyHandler<APIGatewayProxyEvent> {
  const settings = readAwsSettings();
  provide(awsFoundation(settings, openBlobs, openQueue, openLogs));
  const arriving = (event: APIGatewayProxyEvent) => withViewerAddress(event, settings.EDGE_PROOF);
  const around = async (invocation: () => Promise<void>) => {
    try {
      await invocation();
    } finally {
      await afterwards().settle();
    }
  };
  return onLambdaStream(streamsToOrigins(handler, origins(settings)), around, arriving);
}

function origins({ CORS_ORIGINS, SERVICE_PREFIX, SERVICE_PREFIX_ALIASES }: AwsSettings): CrossOrigin | undefined {
  return crossOrigin(CORS_ORIGINS, [SERVICE_PREFIX, ...SERVICE_PREFIX_ALIASES]);
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
  const settings = readAwsSettings();
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

/** The service's own logs in the stack's log group, for the functions that read logs. */
export function logsOnCloudWatch(
  { LOG_GROUP: logGroup }: AwsSettings,
  table: Table,
  clock: Clock,
): LogPlace | undefined {
  if (logGroup === undefined) return undefined;
  // A search reads on for as long as a page is empty, and CloudWatch takes its time for one.
  const client = new CloudWatchLogsClient(clientSettings({ answerMs: 10_000 }));
  return eventPlace({ events: cloudWatchEvents({ client, logGroup }), cleared: clearedLogs(table), clock });
}

/** The stack's queue of work, for functions that start or do some. */
export function queueOnSqs(settings: AwsSettings, clock: Clock) {
  const queue = sqsQueue({
    client: new SQSClient(clientSettings()),
    queueUrl: given(settings, "JOBS_QUEUE_URL"),
    queueArn: given(settings, "JOBS_QUEUE_ARN"),
    deadLetterUrl: given(settings, "DEAD_JOBS_QUEUE_URL"),
    clock,
  });
  return { queue };
}

/** The same with schedules that send into it, for functions whose work may start later. */
export function scheduledQueueOnSqs(settings: AwsSettings, clock: Clock) {
  const schedules = scheduler({
    client: new SchedulerClient(clientSettings()),
    groupName: given(settings, "SCHEDULE_GROUP"),
    roleArn: given(settings, "SCHEDULE_ROLE_ARN"),
    queueArn: given(settings, "JOBS_QUEUE_ARN"),
    deadLetterArn: given(settings, "DEAD_JOBS_QUEUE_ARN"),
  });
  return { ...queueOnSqs(settings, clock), schedules };
}

function given(settings: AwsSettings, name: WorkSetting): string {
  const value = settings[name];
  if (value === undefined) throw new SettingRefused(`${name} must be set for this function.`);
  return value;
}

type WorkSetting =
  | "JOBS_QUEUE_URL"
  | "JOBS_QUEUE_ARN"
  | "DEAD_JOBS_QUEUE_URL"
  | "DEAD_JOBS_QUEUE_ARN"
  | "SCHEDULE_GROUP"
  | "SCHEDULE_ROLE_ARN";

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
    departures: blobs && s3Departures(blobs, ids, { run: (what, work) => afterwards().run(what, work) }),
  };
}

/** The ports on DynamoDB and KMS, from the settings that serverless.yml gives to every function. */
function awsFoundation(
  settings: AwsSettings,
  openBlobs?: OpenBlobs,
  openQueue?: OpenQueue,
  openLogs?: OpenLogs,
): Foundation {
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
  const work = openQueue?.(settings, clock);
  const serviceLogs = openLogs?.(settings, table, clock);
  return {
    table,
    vault,
    clock,
    ids,
    log,
    fileMaker: { dataApi: upstream(settings.FMS_URL), adminApi: upstream(settings.FMS_ADMIN_URL ?? settings.FMS_URL) },
    callouts: callouts({ isAllowed: calloutAddresses(settings.CALLOUT_NETWORKS) }),
    certificate: certificateProbe({ origin: settings.FMS_URL, servername: new URL(settings.FMS_URL).hostname }),
    publicOrigin: settings.FMS_URL,
    baseUrl: () => settings.BASE_URL,
    prefixes: [settings.SERVICE_PREFIX, ...settings.SERVICE_PREFIX_ALIASES],
    proxyTimeouts: answerLimits(settings),
    outageMs,
    ...timeLimits(settings),
    answerMs,
    blobs,
    uploadLimits: uploadLimits(settings),
    diskFloorBytes: settings.DISK_FLOOR_MB * 1_000_000,
    queue: work?.queue,
    schedules: work?.schedules,
    linkPlace: linkOnGateway(settings, clock, ids, blobs),
    ...(serviceLogs !== undefined && { serviceLogs }),
    largestBodyBytes,
  };
}

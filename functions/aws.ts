import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import type { APIGatewayProxyEvent, StreamifyHandler } from "aws-lambda";
import { systemClock } from "../local-runtime/clock.ts";
import { systemIds } from "../local-runtime/ids.ts";
import { clientSettings } from "../shared/aws/client-settings.ts";
import { consoleLog } from "../shared/aws/console-log.ts";
import { dynamoTable } from "../shared/aws/dynamo-table.ts";
import { kmsVault } from "../shared/aws/kms-vault.ts";
import { undiciOutbound } from "../shared/filemaker/outbound.ts";
import { thawingOutbound } from "../shared/filemaker/thawing-outbound.ts";
import type { Outbound } from "../shared/ports/outbound.ts";
import type { Handler } from "./edge/serve.ts";
import type { StreamHandler } from "./edge/stream.ts";
import { readAwsEnvironment } from "./environment.ts";
import { onStream as onLambdaStream } from "./lambda/on-stream.ts";
import { afterwards, type Foundation, provide } from "./wiring.ts";

/** The shortest time that API Gateway and Lambda leave to a streamed call, less what it takes to say that it was too long. */
const streamMs = 15 * 60_000 - 5_000;
const outageMs = 15 * 60_000;

/** A handler of our own API as Lambda invokes it. An instance is frozen after its answer, so nothing is left undone then. */
export function onEvent(handler: Handler): Handler {
  provide(awsFoundation());
  return async (event, context) => {
    const answer = await handler(event, context);
    await afterwards().settle();
    return answer;
  };
}

/** A streaming handler as Lambda invokes it. */
export function onStream(handler: StreamHandler): StreamifyHandler<APIGatewayProxyEvent> {
  provide(awsFoundation());
  return onLambdaStream(handler, async (invocation) => {
    await invocation();
    await afterwards().settle();
  });
}

/** The ports on DynamoDB and KMS, from the settings that serverless.yml gives to every function. */
function awsFoundation(): Foundation {
  const settings = readAwsEnvironment();
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
    publicOrigin: settings.FMS_URL,
    baseUrl: () => settings.BASE_URL,
    prefixes: [settings.SERVICE_PREFIX, ...settings.SERVICE_PREFIX_ALIASES],
    proxyTimeouts: { headersMs: streamMs, bodyMs: 60_000 },
    outageMs,
  };
}

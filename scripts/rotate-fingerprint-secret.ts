import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { kmsVault } from "#shared/aws/kms/vault.ts";
import { systemClock as clock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { exitCodeOf, SettingRefused } from "../functions/settings/setting-refused.ts";
import { MasterKeyFileError } from "../local-runtime/secrets/master-keys.ts";
import {
  rotated,
  rotateFingerprintSecret,
  rotateInDataFolder,
} from "../local-runtime/secrets/rotate-fingerprint-secret.ts";
import { callerIn } from "./deployment/caller.ts";
import { cloudFormation } from "./deployment/cloudformation.ts";
import { readDeployment } from "./deployment/parameters.ts";

// Adds a secret for creating IDs of keys from now on, while the service is running: npm run rotate-fingerprint-secret
// On AWS: npm run rotate-fingerprint-secret -- --stage=prod
const ids = systemIds(clock);
try {
  const { stage } = parseArgs({ options: { stage: { type: "string" } } }).values;
  const versions = stage === undefined ? await rotateInDataFolder() : await rotateOnAws(stage);
  console.log(rotated(versions));
} catch (thrown) {
  if (!(thrown instanceof SettingRefused || thrown instanceof MasterKeyFileError)) throw thrown;
  console.error(thrown.message);
  process.exitCode = exitCodeOf(thrown);
}

/** Rotates in the table of a stack, with the current AWS credentials. @throws SettingRefused */
async function rotateOnAws(stage: string): Promise<number> {
  const { region, stack, parameters } = readDeployment([`--stage=${stage}`]);
  const caller = await callerIn(region);
  const outputs = (await cloudFormation(caller).stack(stack))?.outputs;
  const tableName = outputs?.get("TableName");
  const encryptionKeys = outputs?.get("EncryptionKeys");
  if (tableName === undefined || encryptionKeys === undefined)
    throw new SettingRefused(`Stack ${stack} of this version not found in account ${caller.account}, ${region}.`);
  const [dynamo, kms] = [new DynamoDBClient({ region }), new KMSClient({ region })];
  const table = dynamoTable({ client: dynamo, tableName, clock, ids });
  const vault = kmsVault({ client: kms, keyIds: encryptionKeys.split(",") as [string, ...string[]], clock, ids });
  const auditKeptMs = Number(parameters.auditDays ?? 365) * 24 * 3_600_000;
  try {
    return await rotateFingerprintSecret({ vault, table, clock, ids, auditKeptMs, user: userInfo().username });
  } finally {
    dynamo.destroy();
    kms.destroy();
  }
}

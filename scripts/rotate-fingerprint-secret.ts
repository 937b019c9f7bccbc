import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { kmsVault } from "#shared/aws/kms/vault.ts";
import { systemClock as clock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { timeLimits } from "../functions/settings/limits.ts";
import { readLocalSettings } from "../functions/settings/local.ts";
import { exitCodeOf, SettingRefused } from "../functions/settings/setting-refused.ts";
import { MasterKeyFileError } from "../local-runtime/secrets/master-keys.ts";
import { openVault } from "../local-runtime/secrets/vault.ts";
import { masterKeyFileOf } from "../local-runtime/storage/data-folder.ts";
import { tableFileOf } from "../local-runtime/storage/store-check.ts";
import { openTable } from "../local-runtime/storage/table/table.ts";
import { callerIn } from "./deployment/caller.ts";
import { cloudFormation } from "./deployment/cloudformation.ts";
import { readDeployment } from "./deployment/parameters.ts";
import { rotateFingerprintSecret } from "./deployment/rotate-fingerprint-secret.ts";

// Adds a secret for creating IDs of keys from now on, while the service is running: npm run rotate-fingerprint-secret
// On AWS: npm run rotate-fingerprint-secret -- --stage=prod
const ids = systemIds(clock);
try {
  const { stage } = parseArgs({ options: { stage: { type: "string" } } }).values;
  const versions = stage === undefined ? await rotateHere() : await rotateOnAws(stage);
  console.log(`New secret for ids: version ${versions}. Every process uses it within a minute. Keys keep working.`);
} catch (thrown) {
  if (!(thrown instanceof SettingRefused || thrown instanceof MasterKeyFileError)) throw thrown;
  console.error(thrown.message);
  process.exitCode = exitCodeOf(thrown);
}

/** Rotates in Latchkey's data folder, which a running service may have open. */
async function rotateHere(): Promise<number> {
  const settings = readLocalSettings();
  const tableFile = tableFileOf(settings);
  if (!existsSync(tableFile))
    throw new SettingRefused(`DATA_DIR ${settings.DATA_DIR} has no data: start Latchkey first.`);
  const vault = openVault({ file: masterKeyFileOf(settings), createIfMissing: false, clock, ids });
  const table = openTable({ file: tableFile, clock });
  const { auditKeptMs } = timeLimits(settings);
  try {
    const { derivedSecrets: first } = vault;
    return await rotateFingerprintSecret({ vault, table, clock, ids, auditKeptMs, user: userInfo().username, first });
  } finally {
    table.close();
  }
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

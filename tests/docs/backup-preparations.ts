import { randomBytes } from "node:crypto";
import { offsiteRecovery } from "#shared/backups/recovery/contract.ts";
import { offsiteScheduleStore } from "#shared/backups/schedules/store.ts";
import { recoveryKeyIn, wrappedDataKey } from "#shared/blocks/recovery-key.ts";
import { systemClock } from "#shared/node/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { type aStore, storeAccount } from "../backups/support/a-store.ts";
import type { TestService } from "../support/test-service.ts";
import type { Prepared } from "./preparations.ts";

/** Returns the preconditions of the offsite backup examples. */
export function backupPreparations(
  service: TestService,
  { endpoint, reached }: Awaited<ReturnType<typeof aStore>>,
  table: Table,
) {
  let made = 0;
  const location = async (): Promise<Prepared> => {
    made += 1;
    const { body } = await service.admin("POST", "/svc/api/settings/offsite/remotes", {
      ...{ remote_name: `made ${made}`, endpoint, bucket_name: "fm-backups" },
      ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
    });
    return { names: { "aws-frankfurt": body.response.remote_name } };
  };
  const account = {
    "s3.eu-central-1.amazonaws.com": endpoint,
    AKIAIOSFODNN7EXAMPLE: storeAccount.accessKeyId,
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY": storeAccount.secretAccessKey,
  };
  /** Creates a separate location without a schedule. */
  const unlinked = async (): Promise<Prepared> => {
    await service.admin("DELETE", "/svc/api/settings/offsite/schedules/Daily");
    return location();
  };
  /** Creates the FileMaker Server schedule of the examples, linked to a separate location. */
  const linked = async (): Promise<Prepared> => {
    const prepared = await unlinked();
    await service.admin("POST", "/svc/api/settings/offsite/schedules", {
      ...{ name: "Daily", useExistingSchedule: true, bucket_name: "fm-backups", remote_path: "production" },
      remote_name: prepared.names?.["aws-frankfurt"],
    });
    return prepared;
  };
  /** Returns the existing recovery key, or one that replaces it. */
  const recoveryKey = async () => {
    const at = "/svc/api/settings/offsite/recovery-key";
    const { recovery_key: known } = (await service.admin("GET", at)).body.response;
    const made = await service.admin("POST", at, known === null ? {} : { replaces: known.id });
    const { text, recovery_key: key } = made.body.response;
    const asked = key.confirm_groups as readonly number[];
    return { id: String(key.id), asked, text: String(text), groups: text.split(/[-\n]/) };
  };
  const client = storeClient({
    address: storeAddress(endpoint, undefined, "auto"),
    credentials: storeAccount,
    call: reached.call,
    clock: systemClock,
  });
  /** Creates a location with the backup of the examples. */
  const lying = async (): Promise<Prepared> => {
    const key = "production/dbs/Daily_2026-11-19_2300/Databases/Contacts.fmp12";
    await client.put("fm-backups", key, Buffer.from("a file"));
    return location();
  };
  /** Creates a schedule whose newest backup has been sent. */
  const sent = async (): Promise<Prepared> => {
    const prepared = await linked();
    const schedules = offsiteScheduleStore(table);
    const lastSuccess = { folder: "Daily_2026-11-19_2300", at: 0, databases: ["Contacts.fmp12"], snapshot: null };
    for (const { id } of await schedules.all()) await schedules.change(id, (found) => ({ ...found, lastSuccess }));
    return prepared;
  };
  /** Creates a schedule whose newest backup is stored in blocks. */
  const kept = async (): Promise<Prepared> => {
    await recoveryKey();
    const prepared = await linked();
    await service.admin("PATCH", "/svc/api/settings/offsite/schedules/Daily", { layout: "blocks" });
    const schedules = offsiteScheduleStore(table);
    const newestSnapshot = { name: "0".repeat(32), counter: 1 };
    for (const { id } of await schedules.all()) await schedules.change(id, (found) => ({ ...found, newestSnapshot }));
    return prepared;
  };
  return {
    async createRecoveryKey(): Promise<Prepared> {
      return { names: { "9c01f4a2e6b85d37": (await recoveryKey()).id } };
    },
    async confirmRecoveryKey(): Promise<Prepared> {
      const { asked, groups } = await recoveryKey();
      const [first = 0, second = 0] = asked;
      const madeUp = [
        { number: 3, text: "9K2M", real: first },
        { number: 14, text: "T4QX", real: second },
      ];
      // As written in samples for curl and for TypeScript.
      const forms = (number: number, text: string) => [
        `"number":${number},"text":"${text}"`,
        `"number": ${number},\n        "text": "${text}"`,
      ];
      const names = madeUp.flatMap(({ number, text, real }) => {
        const [compact = "", spread = ""] = forms(real, groups[real - 1]);
        const [madeUpCompact = "", madeUpSpread = ""] = forms(number, text);
        return [
          [madeUpCompact, compact],
          [madeUpSpread, spread],
        ];
      });
      return { names: Object.fromEntries(names) };
    },
    /** Creates a set that the recovery key opens, as left by another installation. */
    async openOffsiteSets(): Promise<Prepared> {
      const { text } = await recoveryKey();
      const set = "9d1c4e0b7a5f4c2388e06b1f2ad93c77";
      const dataKey = { id: "0".repeat(16), bytes: randomBytes(32) };
      const { name, bytes } = wrappedDataKey(set, recoveryKeyIn(text), dataKey, randomBytes);
      await client.put("fm-backups", `production/blocks/${set}/keys/${name}`, bytes);
      const madeUp = offsiteRecovery.openOffsiteSets.example.input.recovery_key;
      const { names = {} } = await location();
      return { names: { ...names, [JSON.stringify(madeUp).slice(1, -1)]: JSON.stringify(text).slice(1, -1) } };
    },
    async renewOffsiteDataKey(): Promise<Prepared> {
      await recoveryKey();
      const prepared = await linked();
      await service.admin("PATCH", "/svc/api/settings/offsite/schedules/Daily", { layout: "blocks" });
      return prepared;
    },
    tendOffsiteSchedule: kept,
    listOffsiteBackups: lying,
    listOffsiteBackupFiles: lying,
    restoreOffsiteFiles: lying,
    restoreOffsiteContainers: lying,
    drillOffsiteSchedule: sent,
    async createOffsiteRemote(): Promise<Prepared> {
      made += 1;
      return { names: { "AWS Frankfurt": `made ${made}`, ...account } };
    },
    async changeOffsiteSetting(): Promise<Prepared> {
      return { names: account };
    },
    createOffsiteSchedule: unlinked,
    listOffsiteSchedules: linked,
    updateOffsiteSchedule: linked,
    deleteOffsiteSchedule: linked,
    runOffsiteSchedule: linked,
    listOffsiteRuns: linked,
    updateOffsiteRemote: location,
    deleteOffsiteRemote: location,
    listOffsiteBuckets: location,
    checkOffsiteRemote: location,
  };
}

import { type aStore, storeAccount } from "../backups/support/a-store.ts";
import type { TestService } from "../support/test-service.ts";
import type { Prepared } from "./preparations.ts";

/** What the examples of offsite backups need before they are sent. */
export function backupPreparations(service: TestService, { endpoint }: Awaited<ReturnType<typeof aStore>>) {
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
  /** A location of its own, and no schedule of offsite backups. */
  const unlinked = async (): Promise<Prepared> => {
    await service.admin("DELETE", "/svc/api/settings/offsite/schedules/Daily");
    return location();
  };
  /** FileMaker Server's schedule of the examples, linked to a location of its own. */
  const linked = async (): Promise<Prepared> => {
    const prepared = await unlinked();
    await service.admin("POST", "/svc/api/settings/offsite/schedules", {
      ...{ name: "Daily", useExistingSchedule: true, bucket_name: "fm-backups", remote_path: "production" },
      remote_name: prepared.names?.["aws-frankfurt"],
    });
    return prepared;
  };
  return {
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

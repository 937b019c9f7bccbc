import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { type aStore, storeAccount } from "../../backups/support/a-store.ts";
import type { TestService } from "../../support/test-service.ts";

type Store = Awaited<ReturnType<typeof aStore>>;

/** Creates and tests an offsite location, and a schedule that sends backups there. */
export async function populatedBackups(service: TestService, store: Store): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await service.admin("POST", `/svc/api/settings/offsite/${path}`, body);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  await post("remotes", {
    ...{ remote_name: "Store", endpoint: store.endpoint, bucket_name: "fm-backups", remote_path: "production" },
    ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
  });
  const place = { remote_name: "store", bucket_name: "fm-backups", remote_path: "production" };
  await post("schedules", { name: "Nightly", ...place });
  const client = storeClient({
    address: storeAddress(store.endpoint, undefined, "auto"),
    credentials: storeAccount,
    call: store.reached.call,
    clock: systemClock,
  });
  const key = "production/dbs/Nightly_2026-11-20_2300/Databases/Contacts.fmp12";
  await client.put("fm-backups", key, Buffer.from("of another installation"));
}

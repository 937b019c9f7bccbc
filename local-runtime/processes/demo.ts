import { ServiceError } from "#shared/contract/errors.ts";
import { backupsOn } from "../../functions/backups/backups.ts";
import { keysOn } from "../../functions/keys/keys.ts";
import type { Platform } from "../../functions/platform.ts";
import { demoLocationName, demoKeyNote as note } from "../storage/folder-kind.ts";

const call = {
  requestId: "start",
  client: { address: "127.0.0.1", limits: undefined },
  caller: { kind: "anyone" },
} as const;

/** Creates the key that the start prints, and deletes the key of the previous start. Only called for demos. */
export async function demoKey(platform: Platform): Promise<string> {
  await forgetDemoKey(platform);
  const created = await keysOn(platform).createDataApiKeyOnly(
    {
      databases: ["Contacts.fmp12", "Orders.fmp12"],
      label: "Demo (new at each start)",
      user: "api",
      pass: "demo-pass",
      isDataApi: true,
      isOData: true,
      allowAnyDatabase: false,
      endsAt: null,
      limits: null,
    },
    call,
  );
  await platform.table.put({ ...note, fields: { schema: 1, id: created.id } });
  return created.key;
}

/**
 * Deletes the key of the last start on the sandbox: it was printed and must not open a real server. Versions that didn't record a folder's
 * kind may have left one.
 */
export async function forgetDemoKey(platform: Platform): Promise<void> {
  const { table } = platform;
  const previous = await table.get(note);
  if (previous === undefined) return;
  await keysOn(platform)
    .deleteDataApiKey({ key: String(previous.fields.id) }, call)
    .catch((thrown: unknown) => {
      if (!(thrown instanceof ServiceError) || thrown.error !== "key_not_found") throw thrown; // Deleted manually.
    });
  await table.delete(note);
}

/**
 * Creates or updates the location `demo`: the sandbox's store at its current address. Without the sandbox, the location is unreachable and
 * gets deleted unless schedules use it.
 */
export async function demoLocation(platform: Platform, store: string | undefined): Promise<void> {
  const locations = backupsOn(platform);
  const known = (await locations.listOffsiteRemotes({}, call)).remotes[demoLocationName];
  if (store === undefined) {
    if (known?.access_key_id === demoAccount.access_key_id)
      await locations.deleteOffsiteRemote({ remote_name: demoLocationName }, call).catch((thrown: unknown) => {
        if (!(thrown instanceof ServiceError) || thrown.error !== "offsite_location_in_use") throw thrown;
      });
    return;
  }
  const account = { endpoint: store, ...demoAccount, bucket_name: "demo", remote_path: "" };
  if (known === undefined)
    await locations.createOffsiteRemote(
      { remote_name: demoLocationName, addressing: "path", noCheckBucket: true, ...account },
      call,
    );
  // A user may have given this name to another location.
  else if (known.access_key_id === demoAccount.access_key_id)
    await locations.updateOffsiteRemote({ remote_name: demoLocationName, ...account }, call);
}

/** Account of the sandbox's store. It is public: the store only answers on this machine. */
const demoAccount = { access_key_id: "sandbox", secret_access_key: "sandbox-store-pass" };

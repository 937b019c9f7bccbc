import { ServiceError } from "#shared/contract/errors.ts";
import { keys } from "../functions/keys/wiring.ts";
import type { Platform } from "../functions/platform.ts";

const note = { pk: "demo", sk: "key" };
const call = {
  requestId: "start",
  client: { address: "127.0.0.1", limits: undefined },
  caller: { kind: "anyone" },
} as const;

/** Makes the key that the start prints, and deletes the one of the start before. Only ever called with the sandbox. */
export async function demoKey(platform: Platform): Promise<string> {
  await forgetDemoKey(platform);
  const created = await keys(platform).createDataApiKeyOnly(
    {
      databases: ["Contacts.fmp12", "Orders.fmp12"],
      label: "Demo (made at each start)",
      user: "api",
      pass: "demo-pass",
      isDataApi: true,
      isOData: true,
      allowAnyDatabase: false,
    },
    call,
  );
  await platform.table.put({ ...note, fields: { schema: 1, id: created.id } });
  return created.key;
}

/** Deletes the key of the last start on the sandbox: it was printed, and a real server must not be opened with it. */
export async function forgetDemoKey(platform: Platform): Promise<void> {
  const { table } = platform;
  const previous = await table.get(note);
  if (previous === undefined) return;
  await keys(platform)
    .deleteDataApiKey({ key: String(previous.fields.id) }, call)
    .catch((thrown: unknown) => {
      if (!(thrown instanceof ServiceError) || thrown.error !== "key_not_found") throw thrown; // Deleted by hand.
    });
  await table.delete(note);
}

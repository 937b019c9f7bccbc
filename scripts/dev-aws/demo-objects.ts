import type { AdminCall } from "./admin-call.ts";

/** Creates a key for the sandbox's files, and returns its value. */
export async function createDemoKey(call: AdminCall): Promise<string> {
  const { key } = await call<{ readonly key: string }>("POST", "/api/api-key", {
    databases: ["Contacts.fmp12", "Orders.fmp12"],
    label: "Demo (new at each start)",
    user: "api",
    pass: "demo-pass",
    isOData: true,
  });
  return key;
}

/** Creates the location `demo` for backups: the sandbox's store. */
export async function createDemoLocation(call: AdminCall, endpoint: string): Promise<void> {
  await call("POST", "/api/settings/offsite/remotes", {
    ...{ remote_name: "demo", addressing: "path", noCheckBucket: true, endpoint, bucket_name: "demo", remote_path: "" },
    ...{ access_key_id: "sandbox", secret_access_key: "sandbox-store-pass" },
  });
}

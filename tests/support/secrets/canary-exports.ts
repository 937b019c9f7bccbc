import { randomBytes } from "node:crypto";
import { type Answer, type CallOptions, call } from "../http/call.ts";

interface CanaryExports {
  readonly baseUrl: string;
  /** Headers of an administrator. */
  readonly admin: Readonly<Record<string, string>>;
  /** Makes a call whose response must not contain any secret. */
  readonly quiet: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
}

/**
 * Creates and uses everything that has secrets, except accounts and keys, and exports everything that can be exported. Returns the secrets
 * that must not be found.
 */
export async function canaryExports({ baseUrl, admin, quiet }: CanaryExports): Promise<Record<string, string>> {
  const random = () => randomBytes(24).toString("hex");
  const made: Record<string, string> = {
    passphrase: `pass phrase ${random()}`,
    inAddress: random(),
    ofSender: random(),
  };
  // These calls return what they create, once and only to the caller; the settings show their token to administrators.
  const shown = async (method: string, path: string, json: object) =>
    (await call(baseUrl, method, path, { headers: admin, json })).body.response;
  made.metricsToken = (await shown("POST", "/svc/api/metrics-token", {})).value;
  await shown("PATCH", "/svc/api/settings", { appLogToken: "regenerate" });
  made.appLogToken = (await call(baseUrl, "GET", "/svc/api/settings", { headers: admin })).body.response.appLogToken;
  made.enrollmentCode = (await shown("POST", "/svc/api/agents", {})).code;
  for (const value of Object.values(made)) if (typeof value !== "string") throw new Error("A canary was not made");

  const channelUrl = `https://hooks.slack.com/services/T0/B0/${made.inAddress}`;
  await quiet("POST", "/svc/api/notifications/destinations", {
    headers: admin,
    json: { label: "canary", target: { type: "slack", channelUrl }, minimumSeverity: "warning" },
  });
  await quiet("GET", "/svc/metrics", { headers: { Authorization: `Bearer ${made.metricsToken}` } });
  await quiet("GET", `/svc/metrics?token=${made.metricsToken}`);
  await quiet("POST", "/svc/api/app-log", { json: { token: made.appLogToken, level: "warn", message: "canary" } });
  await quiet("POST", "/svc/api/app-log", {
    json: { token: `${made.appLogToken}x`, level: "warn", message: "canary" },
  });
  await quiet("POST", "/svc/api/agents/enrol", { json: { code: `${made.enrollmentCode}x`, name: "canary" } });
  await quiet("POST", "/svc/receiver/Contacts/canary", {
    headers: { Authorization: `Bearer ${made.ofSender}` },
    json: { order: 1 },
  });

  for (const path of [
    "/svc/api/audit?limit=1000",
    "/svc/api/events?since=0",
    "/svc/api/settings/offsite/remotes",
    "/svc/api/notifications/destinations",
    "/svc/api/notifications/events",
    "/svc/api/agents",
    "/svc/api/metrics-token",
    "/svc/api/processes",
    "/svc/api/logs",
    "/svc/api/logs/svc-info.log/lines?count=1000",
    "/svc/api/server-info/logs/svc-info.log",
    "/svc/api/server-info/logs/svc-error.log",
  ])
    await quiet("GET", path, { headers: admin });
  await quiet("GET", "/svc/api/usage?metric=calls&by=key", { headers: { ...admin, Accept: "text/csv" } });
  const { passphrase } = made;
  const parts = ["keys", "webhooks", "settings"];
  const exported = await quiet("POST", "/svc/api/transfer/export", { headers: admin, json: { parts, passphrase } });
  const file = exported.body.response?.file;
  await quiet("POST", "/svc/api/transfer/preview", { headers: admin, json: { file, passphrase } });
  await quiet("POST", "/svc/api/transfer/preview", { headers: admin, json: { file, passphrase: `${passphrase}x` } });
  return made;
}

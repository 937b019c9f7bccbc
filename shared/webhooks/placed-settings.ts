import { isDeepStrictEqual } from "node:util";
import { settingsOf, type WebhookRecord } from "./record.ts";

/** Webhook as contained in a build or in a transfer file of another installation. */
export type BroughtWebhook = Pick<WebhookRecord, "channel" | "useFileReceiver" | "label" | "settings">;

/** Settings on allowed senders. They are for the administrator of this server to set. */
const protecting = {
  verification: "verification",
  allowedAddresses: "allowed addresses",
  duplicates: "rule for duplicates",
} as const;
const protectingNames = Object.keys(protecting) as (keyof typeof protecting)[];

/** Returns the settings of an existing webhook after a build. Rules on senders and the active state don't change. */
export function placedSettings(before: WebhookRecord, brought: BroughtWebhook): WebhookRecord["settings"] {
  const names = new Set<string>(protectingNames);
  const chosen = Object.entries(brought.settings).filter(([name]) => !names.has(name));
  const kept = Object.entries(before.settings).filter(([name]) => names.has(name));
  return { ...Object.fromEntries([...chosen, ...kept]), active: settingsOf(before).active };
}

type Protected = Pick<WebhookRecord, "settings" | "useFileReceiver">;

/** Returns the rules on senders in which two webhooks differ, as text. Empty if there is no difference. */
export function protectionDifferences(before: Protected, brought: Protected): readonly string[] {
  const [here, there] = [settingsOf(before), settingsOf(brought)];
  return protectingNames.filter((name) => !isDeepStrictEqual(here[name], there[name])).map((name) => protecting[name]);
}

/** Returns a remark on settings of a webhook that a deployment doesn't change. Undefined if there are none. */
export function keptSettingsRemark(before: WebhookRecord, brought: BroughtWebhook): string | undefined {
  const differences = protectionDifferences(before, brought);
  if (differences.length === 0) return undefined;
  const { channel, database } = before;
  return `The webhook "${channel}" of ${database} keeps its ${inWords(differences)}; the build's settings differ.`;
}

/** Joins names for a sentence. */
export function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

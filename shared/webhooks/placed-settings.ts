import { isDeepStrictEqual } from "node:util";
import { settingsOf, type WebhookRecord } from "./record.ts";

/** A webhook as a build or a file of another installation has it. */
export type BroughtWebhook = Pick<WebhookRecord, "channel" | "useFileReceiver" | "label" | "settings">;

/** Settings that say who can send events. They belong to the administrator of this server. */
const protecting = {
  verification: "verification",
  allowedAddresses: "allowed addresses",
  duplicates: "rule for duplicates",
} as const;
const protectingNames = Object.keys(protecting) as (keyof typeof protecting)[];

/** The settings of an existing webhook that a build brings along: who can send, and whether events are accepted, stays as it is. */
export function placedSettings(before: WebhookRecord, brought: BroughtWebhook): WebhookRecord["settings"] {
  const names = new Set<string>(protectingNames);
  const chosen = Object.entries(brought.settings).filter(([name]) => !names.has(name));
  const kept = Object.entries(before.settings).filter(([name]) => names.has(name));
  return { ...Object.fromEntries([...chosen, ...kept]), active: settingsOf(before).active };
}

type Protected = Pick<WebhookRecord, "settings" | "useFileReceiver">;

/** What of a webhook here differs from the brought one in who can send, in words. Empty: nothing. */
export function protectionDifferences(before: Protected, brought: Protected): readonly string[] {
  const [here, there] = [settingsOf(before), settingsOf(brought)];
  return protectingNames.filter((name) => !isDeepStrictEqual(here[name], there[name])).map((name) => protecting[name]);
}

/** Says which settings of a webhook a deployment doesn't change. Undefined: none. */
export function keptSettingsRemark(before: WebhookRecord, brought: BroughtWebhook): string | undefined {
  const differences = protectionDifferences(before, brought);
  if (differences.length === 0) return undefined;
  const { channel, database } = before;
  return `The webhook "${channel}" of ${database} keeps its ${inWords(differences)}: the build has other settings.`;
}

/** Names as a sentence lists them. */
export function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

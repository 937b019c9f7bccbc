import type { Webhook, WebhookSettings } from "#shared/webhooks/contract.ts";
import type { ChosenKey } from "../../../api/key-list.ts";
import type { InputOf } from "../../../api/operations.ts";
import { defaultSettings } from "./default-settings.ts";

/** Webhook in a form. */
export interface WebhookDraft {
  readonly filename: string;
  /** Key for the check of the file. 0: none. */
  readonly chosenKey: ChosenKey;
  readonly label: string;
  readonly channel: string;
  readonly takesFiles: boolean;
  readonly secret: string;
  /** True if `secret` was generated here, so the sender doesn't know it yet. */
  readonly isSecretMade: boolean;
  readonly settings: WebhookSettings;
  /** One address per line. */
  readonly addresses: string;
}

export type Verification = WebhookSettings["verification"];

const newDraft: WebhookDraft = {
  filename: "",
  chosenKey: 0,
  label: "",
  channel: "",
  takesFiles: false,
  secret: "",
  isSecretMade: false,
  settings: defaultSettings,
  addresses: "",
};

export function draftOf(before: Webhook | undefined, filename: string): WebhookDraft {
  if (before === undefined) return { ...newDraft, filename };
  const { database, label, channel, useFileReceiver: takesFiles, settings } = before;
  return {
    ...newDraft,
    filename: database,
    label: label ?? "",
    channel,
    takesFiles,
    settings,
    addresses: settings.allowedAddresses.join("\n"),
  };
}

/** Returns errors by field. */
export function missing(draft: WebhookDraft, hasSecret: boolean) {
  const { verification } = draft.settings;
  return {
    file: draft.filename === "",
    label: draft.label.trim() === "",
    channel: !/^[A-Za-z0-9._-]{1,100}$/.test(draft.channel) || /^\.+$/.test(draft.channel),
    header: "header" in verification && verification.header.trim() === "",
    secret: verification.scheme !== "none" && draft.secret === "" && !hasSecret,
  };
}

/** Returns the settings that differ from the stored or default ones: omitted settings follow the defaults of later versions. */
export function settingsOf({ settings, addresses }: WebhookDraft, before?: WebhookSettings): Partial<WebhookSettings> {
  const known: WebhookSettings = { ...settings, allowedAddresses: addresses.split(/[\s,]+/).filter(Boolean) };
  const base = before ?? defaultSettings;
  return Object.fromEntries(
    Object.entries(known).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof WebhookSettings]),
    ),
  );
}

/** Returns the webhook in the service's format. */
export function newWebhook(draft: WebhookDraft): InputOf<"POST /svc/api/webhooks"> {
  const { filename, channel, takesFiles: useFileReceiver, label, secret } = draft;
  const settings = settingsOf(draft);
  return { filename, channel, useFileReceiver, label: label.trim(), settings, ...(secret !== "" && { secret }) };
}

/** Returns the initial settings of a scheme. */
export function verificationOf(scheme: Verification["scheme"]): Verification {
  if (scheme === "none") return { scheme };
  if (scheme === "token") return { scheme, header: "X-Gitlab-Token" };
  if (scheme === "hmac")
    return {
      scheme,
      header: "",
      algorithm: "sha256",
      encoding: "hex",
      prefix: "",
      template: "{body}",
      listSeparator: "",
      pairName: "",
      keyDecoding: "text",
    };
  return { scheme };
}

/** Returns a random secret in the format of Standard Webhooks. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

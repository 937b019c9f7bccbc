import type { Webhook, WebhookSettings } from "#shared/webhooks/contract.ts";
import type { ChosenKey } from "../../../api/key-list.ts";
import type { InputOf } from "../../../api/operations.ts";
import { defaultSettings } from "./default-settings.ts";

/** A webhook while it is described. */
export interface WebhookDraft {
  readonly filename: string;
  /** The key that the file is looked at with. 0: none. */
  readonly chosenKey: ChosenKey;
  readonly label: string;
  readonly channel: string;
  readonly takesFiles: boolean;
  readonly secret: string;
  /** Whether `secret` was made here: its sender does not know it yet. */
  readonly isSecretMade: boolean;
  readonly settings: WebhookSettings;
  /** One a line. */
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

/** What is missing, by field. */
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

/** The settings that differ from those that hold without them: what is not named follows later versions. */
export function settingsOf({ settings, addresses }: WebhookDraft, before?: WebhookSettings): Partial<WebhookSettings> {
  const known: WebhookSettings = { ...settings, allowedAddresses: addresses.split(/[\s,]+/).filter(Boolean) };
  const base = before ?? defaultSettings;
  return Object.fromEntries(
    Object.entries(known).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof WebhookSettings]),
    ),
  );
}

/** The webhook as the service takes it. */
export function newWebhook(draft: WebhookDraft): InputOf<"POST /svc/api/webhooks"> {
  const { filename, channel, takesFiles: useFileReceiver, label, secret } = draft;
  const settings = settingsOf(draft);
  return { filename, channel, useFileReceiver, label: label.trim(), settings, ...(secret !== "" && { secret }) };
}

/** A scheme as it begins. */
export function verificationOf(scheme: Verification["scheme"]): Verification {
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

/** A secret that nobody can guess, in the form that Standard Webhooks takes. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

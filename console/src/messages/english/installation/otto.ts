import type { OttoKind } from "#shared/transfer/otto/contract.ts";

/** Moving from OttoFMS. */
export const ottoMessages = {
  title: "Move from OttoFMS",
  text: "Reads an OttoFMS and creates its keys, webhooks, MCP servers, notes and offsite locations here, with the same key values. Nothing changes on the old server.",
  serverUrl: "URL of OttoFMS",
  serverUrlHint: "Such as https://fms.example.com/otto. This server must be able to reach it.",
  needAddress: "Enter a full URL that begins with https://.",
  adminApiKey: "Admin API key of OttoFMS",
  adminApiKeyHint: "Used to read and not stored.",
  needKey: "Enter an Admin API key that was created in OttoFMS.",
  look: "Show what will be created",
  found: (from: string) => `Found at ${from}`,
  secrets: "Passwords and secrets",
  secretsText: "OttoFMS doesn't return these. Leave a field empty to leave out what it is for.",
  password: (user: string) => `Password of ${user}`,
  opens: (keys: number, files: string) => `For ${keys === 1 ? "1 key" : `${keys} keys`} of ${files}.`,
  consoleUser: "Admin Console account",
  consoleUserHint: (keys: number) => `For ${keys === 1 ? "1 Admin API key" : `${keys} Admin API keys`}.`,
  consolePassword: "Password of the Admin Console account",
  storeSecret: (location: string) => `Secret access key of ${location}`,
  storeSecretHint: (accessKey: string) => `For the access key ${accessKey}.`,
  test: "Test accounts",
  opened: "Opens",
  notOpened: "Doesn't open",
  submit: (count: number) => (count === 1 ? "Create 1 item" : `Create ${count} items`),
  nothing: "Nothing new. Everything that can come along is already here.",
  progress: (done: number, all: number) => `${done} of ${all}`,
  done: (created: number, failed: number) =>
    failed === 0
      ? `Created ${created}. Imported keys are marked in the list of keys.`
      : `Created ${created}. ${failed} failed: correct what their rows say, and create again.`,
  disabledSchedules: (names: string) =>
    `These offsite schedules arrived disabled: ${names}. Disable them in OttoFMS, then enable them here.`,
  states: { new: "New", present: "Already here", "left-out": "Left out", created: "Created", failed: "Failed" },
  secretMissing: "Its password or secret is missing.",
  kinds: {
    "data-key": "Data API key",
    "admin-key": "Admin API key",
    webhook: "Webhook",
    "mcp-server": "MCP server",
    "mcp-tool": "MCP tool",
    note: "File note",
    location: "Offsite location",
    schedule: "Offsite schedule",
    notifications: "Notification settings",
  } satisfies Readonly<Record<OttoKind, string>>,
  unread: "Couldn't be read",
  staysBehind: "Can't come along",
} as const;

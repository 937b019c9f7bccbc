/** Users of a key that is about to be deleted. */
export const keyUserMessages = {
  title: "Used by",
  reading: "Reading what uses it…",
  triggers: "table triggers",
  webhooks: "webhooks",
  trigger: (name: string) => `Table trigger “${name}” stops: it opens its file with this key.`,
  webhook: (name: string, file: string) => `Webhook “${name}” of ${file} rejects senders with this key.`,
  unread: (parts: string) => `Couldn't read: ${parts}.`,
  none: "No table triggers or webhooks.",
} as const;

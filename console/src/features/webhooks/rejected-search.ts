import type { Webhook } from "#shared/webhooks/contract.ts";

/** Log with a line for every request to a webhook's address. */
export const receiverLog = "svc-receiver.log";

/**
 * Returns the pattern for lines of rejected requests to a webhook's address, in any spelling, also with an unknown key: in a line, the
 * outcome comes before the file, and the file before the channel.
 */
export function rejectedRequests({ database, channel }: Pick<Webhook, "database" | "channel">): string {
  const name = literal(database.replace(/\.fmp12$/i, ""));
  return `"outcome":"refused".*"file":"${name}(\\.fmp12)?","channel":"${literal(channel)}"`;
}

/** Returns a text as it appears in a JSON line, as a pattern that matches only this text. */
function literal(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** A folder for each release: the table, its master key, and what lists said of it. */
export const dataOfReleases = new URL("../data-of-releases/", import.meta.url);

/** The lists that a release is asked for, and that later ones have to answer alike. */
export const keptLists = [
  "api-key",
  "admin-api-key",
  "people",
  "webhooks",
  "deliveries?source=webhook-1",
  "file-notes",
  "file-notes/Contacts",
  "mcp-servers",
  "notifications/destinations",
  "processes",
] as const;

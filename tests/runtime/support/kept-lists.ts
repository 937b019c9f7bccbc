/** Folder for each release: the table, its master key, and the responses of its lists. */
export const dataOfReleases = new URL("../data-of-releases/", import.meta.url);

/** Lists that are read from a release, and that later releases must answer identically. */
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

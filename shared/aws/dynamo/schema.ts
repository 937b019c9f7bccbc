/** Attribute names of a stored item. */
export const attribute = {
  pk: "pk",
  sk: "sk",
  indexPk: "ipk",
  indexSk: "isk",
  fields: "fields",
  version: "version",
  expiresAt: "expiresAt",
} as const;

/** Ids of the newest writes, newest first, by which an adapter that got no response recognizes its own write. */
export const writeSlots = ["w0", "w1", "w2", "w3"] as const;

/** The only secondary index. */
export const indexName = "byIndex";

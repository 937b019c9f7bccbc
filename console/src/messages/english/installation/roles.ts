/** What roles may do. */
export const roleRights = {
  viewer: "Reads, without downloads and secrets.",
  operator: "Does everything but keys, identity, transfer, people and settings.",
  administrator: "Does everything.",
} as const;

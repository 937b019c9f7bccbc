/** Rights of roles. */
export const roleRights = {
  viewer: "Can read everything except downloads and secrets.",
  operator: "Can do everything except manage keys, identity, transfer, people, plug-ins and settings.",
  administrator: "Can do everything.",
} as const;

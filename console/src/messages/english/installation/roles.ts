/** What roles are called, and what they may do. */
export const roleMessages = {
  names: { viewer: "Viewer", operator: "Operator", administrator: "Administrator" },
  may: {
    viewer: "Reads, without downloads and secrets.",
    operator: "Does everything but keys, identity, transfer, people and settings.",
    administrator: "Does everything.",
  },
} as const;

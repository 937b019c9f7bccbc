/** The two kinds of key, by what lists and deletes them. */
export const keyKinds = {
  data: { list: "GET /svc/api/api-key", bulkDelete: "POST /svc/api/api-key/bulk-delete" },
  admin: { list: "GET /svc/api/admin-api-key", bulkDelete: "POST /svc/api/admin-api-key/bulk-delete" },
} as const;
export type KeyKind = (typeof keyKinds)[keyof typeof keyKinds];

/** The two kinds of key, each with its operations. */
export const keyKinds = {
  data: {
    object: "data-key",
    list: "GET /svc/api/api-key",
    one: "GET /svc/api/api-key/{key}",
    update: "PATCH /svc/api/api-key/{key}",
    rotate: "POST /svc/api/api-key/{key}/rotate",
    bulkDelete: "POST /svc/api/api-key/bulk-delete",
    test: "POST /svc/api/api-key/{key}/test",
    changePassword: "POST /svc/api/api-key/{key}/change-password",
  },
  admin: {
    object: "admin-key",
    list: "GET /svc/api/admin-api-key",
    one: "GET /svc/api/admin-api-key/{key}",
    update: "PATCH /svc/api/admin-api-key/{key}",
    rotate: "POST /svc/api/admin-api-key/{key}/rotate",
    bulkDelete: "POST /svc/api/admin-api-key/bulk-delete",
    test: "POST /svc/api/admin-api-key/{key}/test",
    changePassword: "POST /svc/api/admin-api-key/{key}/change-password",
  },
} as const;
export type KeyKind = (typeof keyKinds)[keyof typeof keyKinds];

/** The dialogs that create and edit an Admin API key. */
export const createAdminKeyMessages = {
  title: "Create Admin API key",
  warning:
    "An Admin API key with the administrator role can do everything the Admin Console can: close files, disconnect users, change settings. Use it only in apps you trust, and choose the lowest role they need.",
  accountHint: "A full-access Admin Console account.",
  role: "Role",
  submit: "Create key",
} as const;

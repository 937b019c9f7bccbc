/** Environment variables that every function needs to start on Lambda. */
export const awsVariables = {
  FMS_URL: "https://fms.example.com",
  BASE_URL: "https://keys.example.com",
  TABLE_NAME: "latchkey",
  BLOBS_BUCKET: "latchkey-blobs",
  ENCRYPTION_KEY_IDS: "seal",
} as const;

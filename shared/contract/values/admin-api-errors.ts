/** Errors of an Admin API call of FileMaker Server with a stored account. */
export const adminApiErrors = [
  "stored_credentials_refused",
  "admin_role_refused",
  "admin_api_closed",
  "sessions_exhausted",
  "token_refresh_failed",
  "upstream_unreachable",
  "certificate_refused",
  "upstream_broken",
  "upstream_timeout",
] as const;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** What FileMaker Server refuses, or why it does not answer. */
export const fileMakerErrors = {
  credentials_refused: {
    code: 18033,
    status: 400,
    sentence: "FileMaker Server refused this account or password",
    cause: "The user name or password in the body is not an account of the Admin Console.",
    remedy: "Check the account by signing in to the Admin Console with it.",
  },
  data_source_refused: {
    code: 18044,
    status: 401,
    sentence: "FileMaker Server refused an account of an external data source",
    cause: "The login names external data sources in `fmDataSource`, and one of their accounts or passwords is wrong.",
    remedy: "Correct the account in `fmDataSource`, or leave the data source out.",
    fileMakerCode: "212",
  },
  stored_credentials_refused: {
    code: 18050,
    status: 502,
    sentence: "FileMaker Server refused the account that is stored with this key",
    cause:
      "Its password was changed, the account was disabled, or it lost the extended privilege for this API: `fmrest`, or `fmodata` for OData.",
    remedy: "Edit the key and enter the account and its present password.",
    fileMakerStatus: 500,
  },
  file_not_available: {
    code: 18051,
    status: 502,
    sentence: "FileMaker Server did not open the file",
    cause: "It is closed, not hosted, or not shared through the Data API.",
    remedy: "Open the file in the Admin Console and check the `fmrest` extended privilege.",
    fileMakerCode: "802",
    fileMakerStatus: 500,
  },
  sessions_exhausted: {
    code: 18052,
    status: 503,
    sentence: "FileMaker Server has no free session; try again shortly",
    cause: "Its limit of sessions is reached by this and other clients.",
    remedy: "Wait as long as the Retry-After header says. Close sessions that are not needed, or raise the limit.",
    fileMakerCode: "956",
  },
  token_refresh_failed: {
    code: 18053,
    status: 503,
    sentence: "The FileMaker session ended and could not be renewed for this call",
    cause: "The session was lost while a large body was on its way, or the renewed session was refused as well.",
    remedy: "Send the call again.",
  },
  upstream_unreachable: {
    code: 18054,
    status: 502,
    sentence: "FileMaker Server could not be reached",
    cause: "It is stopped, restarting, or the configured address is wrong.",
    remedy: "Check that the server runs and that `FMS_URL` is right.",
  },
  upstream_broken: {
    code: 18055,
    status: 502,
    sentence: "FileMaker Server broke off its answer",
    cause: "The connection ended before the answer was whole, or the answer was not HTTP.",
    remedy: "Find out whether the call took effect before sending it again.",
  },
  upstream_timeout: {
    code: 18056,
    status: 504,
    sentence: "FileMaker Server did not answer in time",
    cause: "A script or find took too long, or the server hangs.",
    remedy: "Find out whether the call took effect before sending it again.",
  },
  admin_api_closed: {
    code: 18057,
    status: 502,
    sentence: "FileMaker Server does not let this service use its Admin API",
    cause: "The Admin Console is restricted to a list of addresses, or to roles that the account does not have.",
    remedy: "Add this service's address to the list of the Admin Console, and check the account's role.",
    fileMakerStatus: 403,
  },
  database_server_stopped: {
    code: 18325,
    status: 503,
    sentence: "FileMaker Server's Database Server takes no requests: it is stopped, or about to stop or start",
    cause:
      "It was stopped, or FileMaker Server is being restarted. Its Admin API answers all the same, with code 1701.",
    remedy: "Start the Database Server in the Admin Console, or with `fmsadmin start server`, then repeat the call.",
    fileMakerCode: "1701",
  },
  data_api_off: {
    code: 18326,
    status: 503,
    sentence: "The Data API is switched off in FileMaker Server",
    cause: "FileMaker Server answers with code 959: the technology is disabled.",
    remedy: "Enable it in the Admin Console under Connectors, FileMaker Data API.",
    fileMakerCode: "959",
  },
  admin_role_refused: {
    code: 18187,
    status: 403,
    sentence: "FileMaker Server does not allow this to the account",
    cause:
      "The administrator role of the caller's account, or of the account behind the caller's key, lacks the privilege, or the Admin API is closed to this machine's address.",
    remedy: "Give the role the privilege for databases in the Admin Console, or use another account.",
  },
} as const satisfies ErrorEntries;

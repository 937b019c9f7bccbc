import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Refusals of FileMaker Server, and reasons why it doesn't respond. */
export const fileMakerErrors = {
  credentials_refused: {
    code: 18033,
    status: 400,
    sentence: "FileMaker Server rejected this account or password",
    cause: "The user name and password in the body aren't those of an Admin Console account.",
    remedy: "Check that the account can sign in to the Admin Console.",
  },
  data_source_refused: {
    code: 18044,
    status: 401,
    sentence: "Sign-in to an external data source failed",
    cause: "One of the accounts or passwords in `fmDataSource` is wrong, or the account is locked.",
    remedy: "Correct the account in `fmDataSource`, or leave out the data source.",
    fileMakerCode: "212",
  },
  stored_credentials_refused: {
    code: 18050,
    status: 502,
    sentence: "FileMaker Server rejected the account stored with this key",
    cause:
      "The password changed, the account was disabled, or it lost the extended privilege for this API (`fmrest`, or `fmodata` for OData).",
    remedy: "Edit the key, and enter the account with its current password.",
    fileMakerStatus: 500,
  },
  file_not_available: {
    code: 18051,
    status: 502,
    sentence: "FileMaker Server couldn't open the file",
    cause: "The file is closed, not hosted, or not shared through the Data API.",
    remedy: "Open the file in the Admin Console, and check the `fmrest` extended privilege.",
    fileMakerCode: "802",
    fileMakerStatus: 500,
  },
  sessions_exhausted: {
    code: 18052,
    status: 503,
    sentence: "FileMaker Server has no free session. Try again shortly",
    cause: "Latchkey and other clients use all of its sessions.",
    remedy: "Wait for the number of seconds in the Retry-After header. Close unused sessions, or raise the limit.",
    fileMakerCode: "956",
  },
  token_refresh_failed: {
    code: 18053,
    status: 503,
    sentence: "The FileMaker session ended and couldn't be renewed for this request",
    cause: "The session was lost while a large body was being sent, or the new session was rejected too.",
    remedy: "Send the request again.",
  },
  upstream_unreachable: {
    code: 18054,
    status: 502,
    sentence: "FileMaker Server can't be reached",
    cause: "It is stopped or restarting, or the configured address is wrong.",
    remedy: "Check that the server is running and that `FMS_URL` is right.",
  },
  upstream_broken: {
    code: 18055,
    status: 502,
    sentence: "FileMaker Server closed the connection before its response was complete",
    cause: "The connection ended early, or the response wasn't HTTP.",
    remedy: "Check whether the request took effect before you send it again.",
  },
  upstream_timeout: {
    code: 18056,
    status: 504,
    sentence: "FileMaker Server didn't respond in time",
    cause: "A script or find took too long, or the server hangs.",
    remedy: "Check whether the request took effect before you send it again.",
  },
  admin_api_closed: {
    code: 18057,
    status: 502,
    sentence: "FileMaker Server's Admin API isn't available to Latchkey",
    cause: "The Admin Console is restricted to a list of addresses, or the account's role lacks access.",
    remedy: "Add Latchkey's address to the Admin Console's list, and check the account's role.",
    fileMakerStatus: 403,
  },
  database_server_stopped: {
    code: 18325,
    status: 503,
    sentence: "FileMaker Server's Database Server isn't accepting requests: it is stopped, stopping or starting",
    cause: "It was stopped, or FileMaker Server is restarting. Its Admin API still responds, with code 1701.",
    remedy:
      "Start the Database Server in the Admin Console or with `fmsadmin start server`, then send the request again.",
    fileMakerCode: "1701",
  },
  data_api_off: {
    code: 18326,
    status: 503,
    sentence: "The Data API is disabled in FileMaker Server",
    cause: "FileMaker Server returned code 959: the technology is disabled.",
    remedy: "Enable it in the Admin Console, under Connectors, FileMaker Data API.",
    fileMakerCode: "959",
  },
  certificate_refused: {
    code: 18327,
    status: 502,
    sentence: "FileMaker Server's certificate was refused",
    cause:
      "Its authority isn't trusted, it is for another name, or it isn't valid now. The certificate that FileMaker Server installs is for tests and never verifies.",
    remedy:
      "Do what the message says: import a certificate for the server's name, set `FMS_CA_FILE` to your own authority, use a name of the certificate in `FMS_URL`, or renew the certificate.",
  },
  admin_role_refused: {
    code: 18187,
    status: 403,
    sentence: "FileMaker Server doesn't allow this account to do this",
    cause:
      "The administrator role of your account, or of the account stored with your key, lacks the privilege. Or the Admin API is closed to this machine's address.",
    remedy: "Give the role the privilege for databases in the Admin Console, or use another account.",
  },
} as const satisfies ErrorEntries;

/** What callers may be told went wrong. docs/reference/errors.md is written from this list by a test. */
interface CatalogueEntry {
  /** Our number on the wire, in the range that FileMaker and its tools leave free. Never reused. */
  readonly code: number;
  readonly status: number;
  /** The public sentence. */
  readonly sentence: string;
  readonly cause: string;
  readonly remedy: string;
  /** The code that proxy paths send in place of ours, because clients of FileMaker's APIs act on it. */
  readonly fileMakerCode?: string;
}

export const errors = {
  unauthenticated: {
    code: 18000,
    status: 401,
    sentence:
      "This call needs an Admin API Key, an Admin Console account or an Admin API token, and what came was not accepted",
    cause: "No credential was sent, or the key is unknown, deleted or mistyped, or the account or token was refused.",
    remedy:
      "Send `Authorization: Bearer ak_…`, or Basic with an Admin Console account, or an Admin API token as bearer.",
  },
  admin_key_in_url: {
    code: 18001,
    status: 401,
    sentence: "An Admin API Key is accepted only as a bearer token in the Authorization header",
    cause: "The key came as a query parameter or as the user part of the address, where logs and histories keep it.",
    remedy: "Send `Authorization: Bearer ak_…`. Replace the key if the address may have been seen by others.",
  },
  credentials_repeated: {
    code: 18002,
    status: 400,
    sentence: "Credentials were sent more than once",
    cause: "The call carries several Authorization headers, or a key both in a header and in the query.",
    remedy: "Send one credential in one place.",
  },
  wrong_kind_of_key: {
    code: 18003,
    status: 401,
    sentence: "A Data API Key does not open the management API or the Admin API",
    cause: "A key that starts with `dk_` was sent to a path below `/svc/api/` or `/svc/fmi/admin/`.",
    remedy: "Use an Admin API Key, which starts with `ak_`.",
  },
  too_many_attempts: {
    code: 18004,
    status: 429,
    sentence: "Too many failed sign-in attempts; try again later",
    cause:
      "Ten credentials from this address, five for this account, or 20 in one minute in all were refused, or FileMaker Server itself has locked the account for a while.",
    remedy: "Wait as long as the Retry-After header says, in seconds. A correct password does not shorten the wait.",
  },
  authorization_unsupported: {
    code: 18005,
    status: 401,
    sentence: "This authorization scheme is not taken here",
    cause: "The Authorization header is neither Bearer nor Basic. The Admin API proxy takes PKI at its login only.",
    remedy: "Log in with `POST …/user/auth`, then send the token that comes back as bearer.",
    fileMakerCode: "1702",
  },
  input_invalid: {
    code: 18010,
    status: 400,
    sentence: "The request does not have the form that this operation takes",
    cause: "A field is missing, has the wrong type, or is out of range. The text names each one.",
    remedy: "Compare the call with the API documentation at `/svc/apidoc/`.",
  },
  json_invalid: {
    code: 18011,
    status: 400,
    sentence: "The body is not acceptable JSON",
    cause:
      "It does not parse, nests deeper than 32 levels, repeats a name in an object, or uses a reserved name such as `__proto__`.",
    remedy: "Send one JSON value in UTF-8.",
  },
  body_too_large: {
    code: 18012,
    status: 413,
    sentence: "The body is larger than this operation takes",
    cause: "Management calls take at most 1 MB of JSON.",
    remedy: "Send less in one call.",
  },
  content_type_unsupported: {
    code: 18013,
    status: 415,
    sentence: "This operation takes `Content-Type: application/json`",
    cause: "The body came with another content type, or with none.",
    remedy: "Set the header.",
  },
  route_not_found: {
    code: 18020,
    status: 404,
    sentence: "There is no operation at this path",
    cause: "The path is not one of the API's.",
    remedy: "Compare the path with the API documentation at `/svc/apidoc/`.",
    fileMakerCode: "1630",
  },
  method_not_allowed: {
    code: 18021,
    status: 405,
    sentence: "This path does not take this method",
    cause: "The path exists with other methods. The Allow header lists them where they are known.",
    remedy: "Use one of the methods in the Allow header.",
    fileMakerCode: "1704",
  },
  path_refused: {
    code: 18022,
    status: 400,
    sentence: "The path is not acceptable",
    cause:
      "It contains dot segments, empty segments, control characters, backslashes, or something that was encoded twice.",
    remedy: "Encode each segment of the path once. Layout, script and field names may contain `%2F`.",
  },
  request_refused: {
    code: 18023,
    status: 400,
    sentence: "The request is ambiguous or not well formed",
    cause: "For example two Host headers, an absolute request target, or Transfer-Encoding in HTTP/1.0.",
    remedy: "Send a plain HTTP/1.1 request.",
  },
  headers_too_large: {
    code: 18024,
    status: 431,
    sentence: "The request's headers are larger than 16 KB or more than 100",
    cause: "Long cookies or very long query strings are the usual reason.",
    remedy: "Send less in headers; move criteria from the query into the body of a find.",
  },
  request_timeout: {
    code: 18025,
    status: 408,
    sentence: "The request did not arrive in time",
    cause: "Its headers took longer than 10 seconds, or its body stopped arriving.",
    remedy: "Send the request again.",
  },
  batch_refused: {
    code: 18026,
    status: 400,
    sentence: "The batch is not acceptable",
    cause:
      "It is not one `multipart/mixed` body with calls and changesets in it, or a call in it is not well formed. The text says which.",
    remedy: "Send parts of `application/http`, each with one request line, and changesets that hold no further one.",
  },
  key_not_found: {
    code: 18030,
    status: 404,
    sentence: "There is no such key",
    cause: "It was deleted, or the id or value is mistyped.",
    remedy: "List the keys to see which exist.",
  },
  key_exists: {
    code: 18031,
    status: 409,
    sentence: "A key with these settings exists already; its value cannot be shown again",
    cause:
      "`returnExisting` was set, and a key for the same account, files and permissions is stored. Only its id, label and hint are known.",
    remedy: "Use the value that was shown when that key was created, or create another without `returnExisting`.",
  },
  key_files_refused: {
    code: 18032,
    status: 400,
    sentence: "No key was stored, because not every file could be opened with this account",
    cause:
      "The text names each file and its reason: not hosted, closed, wrong account or password, or no `fmrest` extended privilege for the Data API or `fmodata` for OData.",
    remedy: "Mend what the text says for each file, or leave the file out.",
  },
  credentials_refused: {
    code: 18033,
    status: 400,
    sentence: "FileMaker Server refused this account or password",
    cause: "The user name or password in the body is not an account of the Admin Console.",
    remedy: "Check the account by signing in to the Admin Console with it.",
  },
  file_account_refused: {
    code: 18236,
    status: 401,
    sentence: "This account does not open the file",
    cause:
      "The call came without a credential of an administrator, and the file's account in its body was not accepted: the file is not hosted or not open, the account or password is wrong, or the account has neither the extended privilege `fmrest` nor `fmodata`, by which it is checked.",
    remedy: "Mend the account, or call with an Admin API Key or an Admin Console account.",
  },
  key_password_required: {
    code: 18034,
    status: 400,
    sentence: "Changing the account of a key needs the new account's password",
    cause: "The body has `user` without `pass`, or `pass` without `user`.",
    remedy: "Send both `user` and `pass`.",
  },
  key_busy: {
    code: 18035,
    status: 409,
    sentence: "The key was changed by someone else at the same time",
    cause: "Several changes of one key met.",
    remedy: "Read the key and repeat the change if it is still wanted.",
  },
  key_unknown: {
    code: 18040,
    status: 401,
    sentence: "The key is not accepted",
    cause: "No key was sent, or it is unknown, deleted or mistyped.",
    remedy: "Send a Data API Key as bearer token, as `apiKey` in the query, or by Basic with the user `apiKey`.",
    fileMakerCode: "212",
  },
  key_file_not_allowed: {
    code: 18041,
    status: 403,
    sentence: "This key does not open this file through this API",
    cause: "The file is not on the key's list, or the key is not meant for this API.",
    remedy: "Add the file or the API to the key on the API Keys page.",
    fileMakerCode: "9",
  },
  session_unknown: {
    code: 18042,
    status: 401,
    sentence: "Invalid FileMaker Data API token (*)",
    cause: "The token was logged out, or unused for 15 minutes, or its key was deleted.",
    remedy: "Log in again, or send the key itself with every call and never log in.",
    fileMakerCode: "952",
  },
  session_required: {
    code: 18043,
    status: 409,
    sentence: "Global fields live in a session: log in with the key first, and send the token that comes back",
    cause: "Globals were set with a bare key, whose calls share sessions with other calls.",
    remedy:
      "`POST …/sessions` with Basic `apiKey:<key>`, then use its token for the globals and the calls that need them.",
  },
  data_source_refused: {
    code: 18044,
    status: 401,
    sentence: "FileMaker Server refused an account of an external data source",
    cause: "The login names external data sources in `fmDataSource`, and one of their accounts or passwords is wrong.",
    remedy: "Mend the account in `fmDataSource`, or leave the data source out.",
    fileMakerCode: "212",
  },
  account_refused: {
    code: 18045,
    status: 401,
    sentence: "FileMaker Server refused this account or password",
    cause: "The account that came as Basic is none of the Admin Console, or its password is wrong.",
    remedy: "Check the account by signing in to the Admin Console with it, or send an Admin API Key as bearer.",
    fileMakerCode: "212",
  },
  administrator_limited: {
    code: 18047,
    status: 403,
    sentence: "This account administers only a part of FileMaker Server",
    cause:
      "An administrator role limits it to some databases or tasks. Whoever administers Latchkey sees and does everything on the server, so it takes accounts without such a role only.",
    remedy:
      "Use the Admin Console's own account. The proxy of the Admin API takes the limited one too, for what its role allows.",
    fileMakerCode: "9",
  },
  admin_session_unknown: {
    code: 18046,
    status: 401,
    sentence: "Invalid FileMaker Admin API token (*)",
    cause: "The token stood for a key, and was logged out, or unused for 15 minutes, or its key was deleted.",
    remedy: "Log in again, or send the key itself with every call and never log in.",
    fileMakerCode: "952",
  },
  stored_credentials_refused: {
    code: 18050,
    status: 502,
    sentence: "FileMaker Server refused the account that is stored with this key",
    cause:
      "Its password was changed, the account was disabled, or it lost the extended privilege for this API: `fmrest`, or `fmodata` for OData.",
    remedy: "Edit the key and enter the account and its present password.",
  },
  file_not_available: {
    code: 18051,
    status: 502,
    sentence: "FileMaker Server did not open the file",
    cause: "It is closed, not hosted, or not shared through the Data API.",
    remedy: "Open the file in the Admin Console and check the `fmrest` extended privilege.",
    fileMakerCode: "802",
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
  upload_needed: {
    code: 18110,
    status: 413,
    sentence: "The body is larger than a call can carry here: bring it with `POST /svc/api/uploads` first",
    cause: "On AWS a call carries about 4.4 MB.",
    remedy:
      "Upload the file in parts, then repeat the container call with the header `X-Svc-Upload: <id>` and no body. The guide on large uploads has the whole way.",
  },
  upload_too_large: {
    code: 18111,
    status: 413,
    sentence: "The upload is larger than this installation takes",
    cause: "`sizeBytes` is above `UPLOAD_MAX_MB` or `UPLOAD_KEY_MB`. `response` says how much is taken.",
    remedy: "Send a smaller file, or let the administrator raise the settings.",
  },
  uploads_exhausted: {
    code: 18112,
    status: 429,
    sentence: "This key has as many uploads as it may: use, delete or wait for one of them",
    cause: "All uploads of a key together hold at most `UPLOAD_KEY_MB`, and are at most 100.",
    remedy:
      "List them with `GET /svc/api/uploads` and delete what is not needed. The Retry-After header says when the oldest expires.",
  },
  upload_not_found: {
    code: 18113,
    status: 404,
    sentence: "This key has no such upload",
    cause: "The id is mistyped, the upload expired, was taken by a call or deleted, or belongs to another key.",
    remedy: "Begin a new upload with the key whose call will take it.",
  },
  upload_incomplete: {
    code: 18114,
    status: 409,
    sentence: "The upload is not complete",
    cause: "Parts are missing, or nobody has said yet that all are there.",
    remedy: "`GET /svc/api/uploads/{id}` shows what is missing. Bring it, then `POST …/complete`.",
  },
  upload_in_use: {
    code: 18115,
    status: 409,
    sentence: "Another call is sending this upload",
    cause:
      "An upload is taken by one call at a time. A call that broke off gives it back, at the latest after 16 minutes.",
    remedy: "Wait for the other call, and see with `GET /svc/api/uploads/{id}` whether the upload is still there.",
  },
  upload_damaged: {
    code: 18116,
    status: 409,
    sentence: "The stored upload is not the one that was completed",
    cause: "A part was brought again after completion, or vanished from the store.",
    remedy: "Delete the upload and begin a new one.",
  },
  upload_not_taken: {
    code: 18117,
    status: 400,
    sentence: "This call takes no stored upload",
    cause: "The header `X-Svc-Upload` came with a body, or with a call that does not put a file into a container.",
    remedy: "Send it with the container call, and with no body.",
  },
  part_address_refused: {
    code: 18118,
    status: 403,
    sentence: "This address takes no part of an upload",
    cause: "It was changed, an hour has passed, or the upload is complete or gone.",
    remedy: "`GET /svc/api/uploads/{id}` gives fresh addresses for parts that are missing.",
  },
  part_size_wrong: {
    code: 18119,
    status: 400,
    sentence: "The body is not as long as the part",
    cause: "Content-Length is missing, or is not the part's `sizeBytes`.",
    remedy: "`PUT` exactly the bytes from `offset` on, `sizeBytes` of them.",
  },
  admin_api_closed: {
    code: 18057,
    status: 502,
    sentence: "FileMaker Server does not let this service use its Admin API",
    cause: "The Admin Console is restricted to a list of addresses, or to roles that the account does not have.",
    remedy: "Add this service's address to the list of the Admin Console, and check the account's role.",
  },
  store_unavailable: {
    code: 18060,
    status: 503,
    sentence: "Latchkey's own store does not answer; try again shortly",
    cause: "The table of keys is out of reach or overloaded.",
    remedy: "Wait as long as the Retry-After header says. Keys that were used in the last 15 minutes go on working.",
  },
  store_full: {
    code: 18061,
    status: 507,
    sentence: "There is no space left to store this",
    cause: "The disk that holds Latchkey's data is full.",
    remedy: "Free space on the disk, then repeat the call.",
  },
  settings_changed: {
    code: 18063,
    status: 412,
    sentence: "The settings were changed since they were read",
    cause: "The `version` in the body is not the settings' newest.",
    remedy: "Read the settings again, and repeat the change if it is still wanted.",
  },
  address_refused: {
    code: 18064,
    status: 400,
    sentence: "The service does not call this address",
    cause:
      "It is within a private network that `CALLOUT_NETWORKS` does not list, this machine's own or a cloud's metadata address, its port is not one of those that are called, or `PREVENT_DAPI_CALLOUT` is on.",
    remedy: "Use the server's public https address, or list its network in `CALLOUT_NETWORKS`.",
  },
  cross_site_refused: {
    code: 18070,
    status: 403,
    sentence: "A browser's session does not take this call from another site",
    cause:
      "The call came with a session cookie from a page of another origin, or from a browser that does not say where a call comes from.",
    remedy:
      "Call from a page of this service's own origin, or send the header `X-Requested-With` with any value, or use a key.",
  },
  session_not_found: {
    code: 18071,
    status: 404,
    sentence: "There is no such session",
    cause: "It is over, it belongs to another account, or the call was not made with a session.",
    remedy: "List the sessions to see which there are.",
  },
  hand_over_pending: {
    code: 18072,
    status: 404,
    sentence: "Nobody has allowed this command-line sign-in yet",
    cause:
      "The page of the hand-over is not open, or the person there has not decided, or the token was collected already.",
    remedy: "Ask again in half a second, for three minutes at most. Then begin anew with another hash.",
  },
  hand_over_gone: {
    code: 18073,
    status: 409,
    sentence: "This command-line sign-in cannot be allowed any more",
    cause: "It took too long, was answered before, or another program asks now than the one that was shown.",
    remedy: "Start the sign-in of the command-line program again.",
  },
  agent_unavailable: {
    code: 18120,
    status: 503,
    sentence: "The agent on the database host is away",
    cause: "No agent is enrolled, or it has no link to the service at this moment.",
    remedy: "Look at the agent on the database host: `latchkey-agent doctor` says what is missing.",
  },
  agent_timeout: {
    code: 18121,
    status: 504,
    sentence: "The agent on the database host did not answer in time",
    cause: "The host is busy, or a command took longer than it may.",
    remedy: "Look whether it was done before you ask again.",
  },
  agent_refused: {
    code: 18122,
    status: 502,
    sentence: "The agent on the database host could not do it",
    cause: "A program or the system there refused. The text says what it said.",
    remedy: "Mend what the text names. `latchkey-agent doctor` checks folders, rights and tools.",
  },
  agent_too_old: {
    code: 18237,
    status: 409,
    sentence: "The agent on the database host is of a version that does not know how to do this",
    cause: "The service is newer than the agent. The text says what the agent does not know.",
    remedy:
      "Update the agent: put the program of this release in place of the old one on the database host and start it again. Its enrolment stays.",
  },
  agent_not_found: {
    code: 18123,
    status: 404,
    sentence: "There is no agent with this id",
    cause: "It was never enrolled, or is revoked already.",
    remedy: "List the agents for their ids.",
  },
  agent_exists: {
    code: 18124,
    status: 409,
    sentence: "An agent is enrolled already",
    cause: "One agent works for a service, and a new one takes its place.",
    remedy: "Send `replace: true` if the new agent is to take its place.",
  },
  agent_code_refused: {
    code: 18125,
    status: 401,
    sentence: "This enrolment code is not accepted",
    cause: "It was used, is older than ten minutes, or is mistyped.",
    remedy: "Create another code and use it within ten minutes.",
  },
  agent_signature_refused: {
    code: 18126,
    status: 401,
    sentence: "The agent is not known by this signature",
    cause: "The agent was replaced or revoked, or what came was altered, sent twice, or signed by another.",
    remedy: "Enrol the agent again.",
  },
  agent_clock_wrong: {
    code: 18127,
    status: 401,
    sentence: "The clocks of agent and service are more than two minutes apart",
    cause: "What the agent signs is good for two minutes. The text has both times.",
    remedy: "Set the clock of the database host by the network, as of the machine with the service.",
  },
  host_file_not_found: {
    code: 18128,
    status: 404,
    sentence: "There is no such file or folder on the database host",
    cause: "It was moved, renamed or deleted, or is mistyped.",
    remedy: "List the folder that it should be in.",
  },
  host_file_refused: {
    code: 18129,
    status: 409,
    sentence: "The database host does not allow this with the file or folder",
    cause:
      "It is in use, of another kind, was rotated meanwhile, or the agent has no right to it. The text says which.",
    remedy: "Close the file, or give the agent's account the right to it.",
  },
  note_not_found: {
    code: 18180,
    status: 404,
    sentence: "This file has no note",
    cause: "None was written, or it was deleted.",
    remedy: "List the notes that there are, or write one.",
  },
  note_changed: {
    code: 18181,
    status: 412,
    sentence: "The note was changed since it was read",
    cause: "The `version` is not the note's newest, which the answer names; 0 when there is no note.",
    remedy: "Read the note again, and repeat the change if it is still wanted.",
  },
  note_too_large: {
    code: 18182,
    status: 413,
    sentence: "The note is too large",
    cause: "Its document takes more bytes than the answer's `largestBytes`.",
    remedy: "Shorten it, or keep long texts elsewhere and link to them.",
  },
  process_not_found: {
    code: 18140,
    status: 404,
    sentence: "There is no such process",
    cause: "The id is mistyped, or the process ended so long ago that it is no longer kept.",
    remedy: "List the processes to see which there are.",
  },
  process_final: {
    code: 18141,
    status: 409,
    sentence: "The process has come to its end already",
    cause: "It ended before it could be aborted.",
    remedy: "Read the process: its state says how it ended.",
  },
  process_not_abortable: {
    code: 18142,
    status: 409,
    sentence: "This kind of process cannot be aborted",
    cause: "It is short, or what it does must not be left half-done.",
    remedy: "Wait until it has ended.",
  },
  tool_log_not_found: {
    code: 18143,
    status: 404,
    sentence: "The process has no tool log",
    cause: "No program took part in it, or none has put anything out yet.",
    remedy: "Read its log.",
  },
  database_not_found: {
    code: 18183,
    status: 404,
    sentence: "FileMaker Server knows no such file",
    cause:
      "A name is mistyped, or the file was removed from the server. The answer's `files` names them; nothing was done.",
    remedy: "List the databases that there are.",
  },
  database_state_forbids: {
    code: 18184,
    status: 409,
    sentence: "A file's state does not allow this",
    cause:
      "Closed files cannot be paused, and files that open or close have to get there first. The answer's `files` says which are in what state; nothing was done.",
    remedy: "Wait, or bring the file into a state that allows it.",
  },
  service_not_here: {
    code: 18190,
    status: 409,
    sentence: "This FileMaker Server has no such part to start or stop",
    cause: "The part is not installed, or its release or platform does not have it.",
    remedy: "Look which parts this release has on this platform.",
  },
  account_needed: {
    code: 18191,
    status: 409,
    sentence: "This is done by fmsadmin, which takes an account with its password",
    cause:
      "The call came with a token of the Admin API, or with a file's account alone, and no Admin API Key is stored whose account could be used.",
    remedy: "Call with an Admin API Key or as an Admin Console account.",
  },
  server_key_missing: {
    code: 18194,
    status: 409,
    sentence: "This agent has not said which key it has for FileMaker Server",
    cause: "It is of an earlier version, or has had no link since it was updated.",
    remedy: "Update the agent, wait until it is linked, and call again.",
  },
  server_too_old: {
    code: 18193,
    status: 409,
    sentence: "Patches need Database Server 26 or later",
    cause: "The server is of an earlier release, whose files FMUpgradeTool does not patch while they are hosted by it.",
    remedy: "Update FileMaker Server, or apply the patch with FMUpgradeTool by hand.",
  },
  schedule_lost: {
    code: 18192,
    status: 409,
    sentence: "The schedule that runs the script is gone",
    cause: "Somebody has deleted it while the script ran, which ends the script.",
    remedy: "Look in the file how far the script came before you run it again.",
  },
  client_not_found: {
    code: 18185,
    status: 404,
    sentence: "No such client is connected",
    cause: "It has left, or the server was restarted and counts its clients anew.",
    remedy: "List the clients again.",
  },
  client_not_reachable: {
    code: 18186,
    status: 409,
    sentence: "This client cannot be shown a message",
    cause: "It is a session of an API or a script on the server: nobody sits there.",
    remedy: "Disconnect it, or tell its owner.",
  },
  admin_role_refused: {
    code: 18187,
    status: 403,
    sentence: "FileMaker Server does not allow this to the account",
    cause:
      "The administrator role of the caller's account, or of the account behind the caller's key, lacks the privilege, or the Admin API is closed to this machine's address.",
    remedy: "Give the role the privilege for databases in the Admin Console, or use another account.",
  },
  download_not_found: {
    code: 18233,
    status: 404,
    sentence: "This download link does not work",
    cause: "It has expired, was mistyped or withdrawn, or the key that made it was deleted.",
    remedy: "Make another link.",
  },
  download_not_ready: {
    code: 18234,
    status: 503,
    sentence: "The download is still being made",
    cause: "Copying a large file takes its time. The answer's `processId` says which process to follow.",
    remedy: "Call again as the Retry-After header says, in seconds: what is made already is not made anew.",
  },
  download_failed: {
    code: 18235,
    status: 409,
    sentence: "The download could not be made",
    cause:
      "The file was deleted or is of another state by now, an account for it is missing, or a tool has refused it.",
    remedy: "Mend what the answer names, then ask again. The log of the process tells more.",
  },
  host_disk_full: {
    code: 18230,
    status: 507,
    sentence: "The database host's disk has no room for this",
    cause: "Less than `DISK_FLOOR_MB` would be left. Nothing was begun.",
    remedy: "Free space on the disk that the answer names, then repeat the call.",
  },
  file_name_taken: {
    code: 18231,
    status: 409,
    sentence: "A file of this name is there already",
    cause: "FileMaker Server tells files apart by name alone, whatever their case and folder; nothing was replaced.",
    remedy: "Give another name as `filename`, or move the other file out of the way first.",
  },
  trash_not_found: {
    code: 18232,
    status: 404,
    sentence: "There is no such file in the trash",
    cause: "It was restored, deleted for good, or swept away when its time was over.",
    remedy: "List the trash.",
  },
  log_not_found: {
    code: 18170,
    status: 404,
    sentence: "There is no log file of this name",
    cause: "It is mistyped, was deleted or renamed, or is no log.",
    remedy: "Take a name from the list of logs, letter by letter.",
  },
  log_pattern_refused: {
    code: 18171,
    status: 400,
    sentence: "This is no regular expression that a log can be searched for",
    cause: "It is not well formed, or uses what RE2 does not know, such as backreferences and lookarounds.",
    remedy: "Mend it, or search for the text as it is.",
  },
  range_unsatisfiable: {
    code: 18172,
    status: 416,
    sentence: "The file does not reach as far as the range that was asked for",
    cause: "The range begins behind the file's end. A log may have been rotated or cleared.",
    remedy: "`response` and the header `Content-Range` say how long the file is now.",
  },
  host_name_taken: {
    code: 18210,
    status: 409,
    sentence: "There is a file or folder of this name already",
    cause:
      "Names that differ in case or in Unicode's form alone count as the same: some systems could not tell them apart.",
    remedy: "Take another name, or say that the file may be replaced.",
  },
  host_file_changed: {
    code: 18211,
    status: 412,
    sentence: "The file or folder is not the one that was seen any more",
    cause: "It was written, replaced or deleted since its tag was read.",
    remedy: "Look at it again, and repeat the call with the new tag if it is still wanted.",
  },
  upload_offset_wrong: {
    code: 18212,
    status: 409,
    sentence: "The upload does not go on at this place",
    cause:
      "`Upload-Offset` is not what the upload holds: bytes were lost on their way, or another call has brought some.",
    remedy: "Ask with HEAD how much it holds, and go on from there.",
  },
  upload_checksum_wrong: {
    code: 18213,
    status: 460,
    sentence: "The bytes are not those that were sent",
    cause: "They do not have the checksum in `Upload-Checksum`. Nothing of them was kept.",
    remedy: "Send them again from the same place.",
  },
  host_folder_read_only: {
    code: 18214,
    status: 403,
    sentence: "Nothing is changed in this folder from outside",
    cause: "The database server works on what lies there, or it is run by the server's account.",
    remedy: "Change hosted files by the operations that are made for them. Uploads go to Documents or Backups.",
  },
  host_file_not_sent: {
    code: 18215,
    status: 403,
    sentence: "A hosted file is not sent as it lies on the disk",
    cause: "The database server writes on it: what would arrive could be damaged.",
    remedy: "Download it by `GET /svc/api/fm-file/{filename}/download`, which sends a consistent copy.",
  },
  host_link_refused: {
    code: 18216,
    status: 403,
    sentence: "This link leads to no file, or not any more",
    cause: "Its time is over, or it was changed.",
    remedy: "Ask for a new one.",
  },
  tus_version_unsupported: {
    code: 18217,
    status: 412,
    sentence: "Uploads go by tus 1.0.0",
    cause: "The header `Tus-Resumable` is missing or names another version.",
    remedy: "Send `Tus-Resumable: 1.0.0`.",
  },
  shutting_down: {
    code: 18062,
    status: 503,
    sentence: "The service is stopping",
    cause: "It was asked to stop and accepts no new calls.",
    remedy: "Send the call again in a few seconds.",
  },
  internal: {
    code: 18099,
    status: 500,
    sentence: "Something went wrong in Latchkey itself",
    cause: "A defect. The service log has the details under the request id.",
    remedy: "Report it with the request id from the X-Request-Id header.",
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>;

export type ErrorName = keyof typeof errors;

/** A row of the catalogue. */
export const errorEntry = (name: ErrorName): CatalogueEntry => errors[name];

interface ServiceErrorOptions extends ErrorOptions {
  /** For the log only. Never a secret. */
  readonly detail?: string;
  /** Follows the public sentence: which field, which file. Never a secret. */
  readonly text?: string;
  /** Facts for programs, sent as `response`. */
  readonly response?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** A refusal or failure that is translated for the caller in one place per exit (edge/envelope.ts for HTTP). */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly error: ErrorName;
  readonly detail: string | undefined;
  readonly text: string;
  readonly response: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(error: ErrorName, options: ServiceErrorOptions = {}) {
    super(error, options);
    this.error = error;
    this.detail = options.detail;
    this.text = options.text ? `${errors[error].sentence}: ${options.text}` : errors[error].sentence;
    this.response = options.response ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errors[this.error].status;
  }
}

import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";

const reading = ["GET", "HEAD"];
/** Methods of FileMaker Server's API, which has no PUT, no OPTIONS and no WebDAV. */
const dataApiMethods = [...reading, "POST", "PATCH", "DELETE"];
const allMethods = [...dataApiMethods, "PUT"];

const NativePath = z.object({ path: z.string().describe("The rest of the native path.") });

export const proxy = resource({
  dataApi: {
    method: "ANY",
    path: "/svc/fmi/data/{path+}",
    methods: dataApiMethods,
    summary: "FileMaker Data API with a Data API Key",
    description:
      "The native path with the service prefix before `/fmi/`. The key goes in `Authorization: Bearer`, in `?apiKey=` or as Basic `apiKey:<key>`. " +
      "Logging in and out with the key works as well, for clients that insist. `.fmp12` is added to the file's name where it is missing. " +
      "A container call with the header `X-Svc-Upload: <id>` and no body sends a stored upload.",
    access: "own",
    credential: "data-key",
    answers: "relay",
    input: NativePath,
    output: z.unknown(),
    errors: [
      "key_unknown",
      "credential_missing",
      "native_account_unsupported",
      "key_file_not_allowed",
      "session_unknown",
      "session_required",
      "path_refused",
      "data_source_refused",
      "too_many_attempts",
      "stored_credentials_refused",
      "file_not_available",
      "database_server_stopped",
      "data_api_off",
      "sessions_exhausted",
      "token_refresh_failed",
      "upload_needed",
      "upload_not_taken",
      "upload_not_found",
      "upload_incomplete",
      "upload_in_use",
      "upload_damaged",
      "upstream_unreachable",
      "upstream_broken",
      "upstream_timeout",
    ],
    example: { input: { path: "vLatest/databases/Contacts.fmp12/layouts/Contacts/records/1" } },
  },
  odata: {
    method: "ANY",
    path: "/svc/fmi/odata/{path+}",
    methods: allMethods,
    summary: "FileMaker OData with a Data API Key or a FileMaker account",
    description:
      "The native path with the service prefix before `/fmi/`. The key, which needs access to OData, goes in `Authorization: Bearer`, in `?apiKey=` or as Basic `apiKey:<key>`; " +
      "Basic with an account of the file passes on as it is. `.fmp12` is taken off the file's name unless `X-Svc-Normalize-Ext: false` says otherwise. " +
      "In a `$batch` the addresses of inner calls may be absolute, may begin with the service prefix or without it, or may be relative to the file; " +
      "so may the record that a `$ref` names, which reaches FileMaker Server as its absolute address. " +
      "Errors of the service have OData's form: `{error: {code, message}}`.",
    access: "own",
    credential: "data-key-or-account",
    answers: "relay",
    input: NativePath,
    output: z.unknown(),
    errors: [
      "key_unknown",
      "key_file_not_allowed",
      "path_refused",
      "batch_refused",
      "reference_refused",
      "too_many_attempts",
      "stored_credentials_refused",
      "upstream_unreachable",
      "upstream_broken",
      "upstream_timeout",
    ],
    example: { input: { path: "v4/Contacts/Contacts?$top=1" } },
  },
  adminApi: {
    method: "ANY",
    path: "/svc/fmi/admin/{path+}",
    methods: allMethods,
    summary: "FileMaker Admin API with an Admin API Key",
    description:
      "Below `/svc/fmi/admin/v2` and, as FileMaker Server spells it, `/svc/fmi/admin/api/v2`. The key goes in `Authorization: Bearer` and nowhere else. " +
      "`POST …/user/auth` with the key as bearer answers with a token that stands for it, for clients that insist on logging in; `DELETE …/user/auth/{token}` ends it. " +
      "Accounts of the Admin Console and FileMaker Server's own tokens are taken as well. Errors of the service carry `text` and a string as `code`, as that API's do.",
    access: "own",
    credential: "admin-key",
    answers: "relay",
    input: NativePath,
    output: z.unknown(),
    errors: [
      "key_unknown",
      "admin_credential_missing",
      "admin_key_in_url",
      "wrong_kind_of_key",
      "account_refused",
      "authorization_unsupported",
      "admin_session_unknown",
      "too_many_attempts",
      "path_refused",
      "stored_credentials_refused",
      "admin_api_closed",
      "sessions_exhausted",
      "token_refresh_failed",
      "upstream_unreachable",
      "upstream_broken",
      "upstream_timeout",
    ],
    example: { input: { path: "v2/databases" } },
  },
  streaming: {
    method: "ANY",
    path: "/svc/fmi/streaming/{path+}",
    methods: reading,
    summary: "Container data behind the addresses that the Data API's answers hold",
    description: "Needs a client that keeps cookies and follows redirects, as FileMaker Server itself does.",
    access: "own",
    answers: "relay",
    input: z.object({ path: z.string().describe("As it stands in the answer that holds the address.") }),
    output: z.unknown(),
    errors: ["path_refused", "upstream_unreachable", "upstream_broken", "upstream_timeout"],
    example: { input: { path: "SSL/MainDB/0123456789abcdef.jpg" } },
  },
});

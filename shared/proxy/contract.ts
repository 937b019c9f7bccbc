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
    summary: "Call the FileMaker Data API with a Data API key",
    description:
      "The native path, with the service prefix before `/fmi/`. Send the key in `Authorization: Bearer`, in `?apiKey=` or as Basic `apiKey:<key>`. " +
      "Clients that need to log in and out can do so with the key. A missing `.fmp12` is added to the file's name. " +
      "A container request with the header `X-Svc-Upload: <id>` and no body sends a stored upload.",
    access: "own",
    credential: "data-key",
    answers: "relay",
    input: NativePath,
    output: z.unknown(),
    errors: [
      "key_unknown",
      "credential_missing",
      "native_account_unsupported",
      "key_data_api_off",
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
      "certificate_refused",
      "upstream_broken",
      "upstream_timeout",
    ],
    example: { input: { path: "vLatest/databases/Contacts.fmp12/layouts/Contacts/records/1" } },
  },
  odata: {
    method: "ANY",
    path: "/svc/fmi/odata/{path+}",
    methods: allMethods,
    summary: "Call FileMaker OData with a Data API key or a FileMaker account",
    description:
      "The native path, with the service prefix before `/fmi/`. Send the key, which needs access to OData, in `Authorization: Bearer`, in `?apiKey=` or as Basic `apiKey:<key>`; " +
      "Basic with an account of the file is passed on unchanged. `.fmp12` is removed from the file's name unless you send `X-Svc-Normalize-Ext: false`. " +
      "In a `$batch`, the URLs of inner requests can be absolute, start with or without the service prefix, or be relative to the file; " +
      "so can the record of a `$ref`, which is sent to FileMaker Server as an absolute URL. " +
      "Errors of the service have OData's form: `{error: {code, message}}`.",
    access: "own",
    credential: "data-key-or-account",
    answers: "relay",
    input: NativePath,
    output: z.unknown(),
    errors: [
      "key_unknown",
      "page_link_ended",
      "key_odata_off",
      "key_file_not_allowed",
      "path_refused",
      "batch_refused",
      "reference_refused",
      "too_many_attempts",
      "stored_credentials_refused",
      "upstream_unreachable",
      "certificate_refused",
      "upstream_broken",
      "upstream_timeout",
    ],
    example: { input: { path: "v4/Contacts/Contacts?$top=1" } },
  },
  adminApi: {
    method: "ANY",
    path: "/svc/fmi/admin/{path+}",
    methods: allMethods,
    summary: "Call the FileMaker Admin API with an Admin API key",
    description:
      "Available below `/svc/fmi/admin/v2` and, as in FileMaker Server, below `/svc/fmi/admin/api/v2`. Send the key only in `Authorization: Bearer`. " +
      "For clients that need to log in, `POST …/user/auth` with the key as bearer token returns a token for the key; `DELETE …/user/auth/{token}` ends it. " +
      "Accounts of the Admin Console and FileMaker Server's own tokens are also accepted. Errors of the service have `text` and a string `code`, as in that API.",
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
      "certificate_refused",
      "upstream_broken",
      "upstream_timeout",
    ],
    example: { input: { path: "v2/databases" } },
  },
  streaming: {
    method: "ANY",
    path: "/svc/fmi/streaming/{path+}",
    methods: reading,
    summary: "Get container data from the URLs in Data API responses",
    description:
      "FileMaker Server answers with a cookie and a redirect. If the call has a Data API key and no such cookie, Latchkey follows the redirect, and the response is the data. Without a key, the client must keep cookies and follow redirects.",
    access: "own",
    answers: "relay",
    input: z.object({ path: z.string().describe("The path, exactly as in the response that has the URL.") }),
    output: z.unknown(),
    errors: [
      "path_refused",
      "key_unknown",
      "key_data_api_off",
      "upstream_unreachable",
      "certificate_refused",
      "upstream_broken",
      "upstream_timeout",
    ],
    example: { input: { path: "SSL/MainDB/0123456789abcdef.jpg" } },
  },
});

import type { CallOptions } from "../../support/http/call.ts";

/** Callers that an operation without administrator access serves, and a call that shows it. */
export interface Line {
  /**
   * `everyone`: the operation is public. `proof`: the call itself decides, by a code, a link or an account, regardless of other
   * credentials.
   */
  readonly serves: "everyone" | "proof" | readonly string[];
  readonly path?: string;
  readonly method?: string;
  readonly call?: CallOptions;
}

const everyone: Line = { serves: "everyone" };
const proof: Line = { serves: "proof" };
const form = { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "code=x&action=allow" };
const dataKeys = ["data key", "data key as account"];
const byDataKey: Line = { serves: dataKeys };
const posted = { method: "POST", call: { json: {} } } as const;
const message = { json: { jsonrpc: "2.0", id: 1, method: "ping" }, headers: { Accept: "application/json" } } as const;

/** Every operation of the catalog whose access isn't an administrator's. A new one needs a line. */
export const operationsForOthers: Readonly<Record<string, Line>> = {
  adminApi: { serves: ["admin key"], method: "GET", path: "/svc/fmi/admin/v2/databases" },
  adminMcp: { serves: ["admin key"], call: message },
  answerHandOver: { ...proof, call: form },
  answerOAuthSignIn: { ...proof, call: form },
  authorize: proof,
  bringPush: proof,
  callMcpServer: {
    serves: [...dataKeys, "account of a file", "token of an MCP server"],
    method: "POST",
    path: "/svc/mcp/contacts",
    call: message,
  },
  collectHandOver: proof,
  completeUpload: { ...byDataKey, call: { json: {} } },
  createDataApiKeyOnly: { ...proof, call: { json: {} } },
  createSignInCode: { ...proof, call: { json: {} } },
  createUpload: { ...byDataKey, call: { json: {} } },
  dataApi: { ...byDataKey, method: "GET", path: "/svc/fmi/data/vLatest/databases/Contacts/layouts" },
  deleteUpload: byDataKey,
  describeBuild: proof,
  describeByPath: proof,
  describeByToken: proof,
  describeLinkedFile: proof,
  describePush: proof,
  discoverIssuer: { ...everyone, method: "GET", path: "/svc/oauth/.well-known/openid-configuration" },
  discoverOAuth: { ...everyone, method: "GET", path: "/svc/.well-known/oauth-authorization-server/svc/oauth" },
  downloadBuild: proof,
  downloadBuildByPath: proof,
  downloadBuildFolder: proof,
  downloadBuildFolderByPath: proof,
  downloadByPath: proof,
  downloadByToken: proof,
  downloadLinkedFile: proof,
  enrolAgent: { ...proof, call: { json: {} } },
  exchangeIdentityCode: { ...proof, call: form },
  exchangeOAuthToken: { ...proof, method: "POST", call: form },
  forgetHandOver: proof,
  getApiPage: everyone,
  getApiPageScript: everyone,
  getApiPageStyle: everyone,
  getErrorsPage: everyone,
  getHealth: everyone,
  getInformation: everyone,
  getOpenApi: everyone,
  getReadiness: everyone,
  getStatus: everyone,
  getStatusPage: everyone,
  getUpload: byDataKey,
  listIdentityKeys: everyone,
  listOAuthKeys: { ...everyone, method: "GET" },
  listUploads: byDataKey,
  odata: { serves: [...dataKeys, "account of a file"], method: "GET", path: "/svc/fmi/odata/v4/Contacts" },
  openInFileMaker: everyone,
  receiveEvent: { ...byDataKey, ...posted, path: "/svc/receiver/Contacts/orders" },
  receiveEventByPath: { ...proof, ...posted },
  receiveFile: { ...byDataKey, ...posted, path: "/svc/filereceiver/Contacts/orders" },
  receiveFileByPath: { ...proof, ...posted },
  registerOAuthClient: { ...proof, method: "POST", call: { json: {} } },
  relayEvent: { ...proof, call: { json: {} } },
  resumeAuthorization: proof,
  revokeOAuthToken: { ...proof, method: "POST", call: form },
  saveFileAsXml: { serves: ["admin key"], path: "/svc/api/fm-file/Contacts/save-as-xml" },
  scrapeMetrics: { serves: ["token of the metrics"] },
  showHandOver: proof,
  showOAuthSignIn: proof,
  signIn: { ...proof, call: { json: { user: "x", pass: "" } } },
  streaming: { ...proof, method: "GET", path: "/svc/fmi/streaming/x" },
  writeAppLog: { ...proof, call: { json: {} } },
};

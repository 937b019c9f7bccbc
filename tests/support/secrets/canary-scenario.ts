import { expect } from "vitest";
import type { FmServer } from "../../../sandbox/fmserver/server.ts";
import { type Answer, type CallOptions, call } from "../http/call.ts";
import { recordsPath } from "../http/records-path.ts";
import { basicAuth } from "../test-service.ts";
import { canaryExports } from "./canary-exports.ts";
import { canaryUsers } from "./canary-users.ts";

interface CanaryWorld {
  readonly baseUrl: string;
  readonly server: FmServer;
  /** Passwords known to the server, and others; keys and tokens are added as they are created. */
  readonly secrets: Record<string, string>;
  /** Returns FileMaker's own session tokens currently in use. */
  readonly tokens: () => Promise<Record<string, string>>;
}

/** Responses with their headers, except those that show a key or a token to the caller who asked for it. */
interface CanaryAnswers {
  readonly answers: Readonly<Record<string, Buffer>>;
  readonly errors: Readonly<Record<string, Buffer>>;
}

/** Runs calls of every kind, and every kind of failure that a caller or the server can cause. */
export async function canaryScenario({ baseUrl, server, secrets, tokens }: CanaryWorld): Promise<CanaryAnswers> {
  const answers: Record<string, Buffer> = {};
  const errors: Record<string, Buffer> = {};
  const { filePassword = "", adminPassword = "" } = secrets;
  const { wrongPassword = "", wrongAdminPassword = "", guessedToken = "" } = secrets;
  let count = 0;
  /** Makes a call whose response must not contain any secret. */
  const quiet = async (method: string, path: string, options?: CallOptions): Promise<Answer> => {
    const answer = await call(baseUrl, method, path, options);
    count += 1;
    const reported = Buffer.concat([answer.bytes, Buffer.from(`\n${answer.rawHeaders.join("\n")}`)]);
    (answer.status < 400 ? answers : errors)[`answer ${count} (${method} ${path.slice(0, 40)})`] = reported;
    return answer;
  };
  const admin = { Authorization: basicAuth("admin", adminPassword) };
  const keyInput = { databases: ["Contacts", "Orders"], user: "api", pass: filePassword, label: "canary" };
  const adminKeyInput = { label: "canary", user: "admin", pass: adminPassword };

  // Only the two responses that show a key and the two that show a token may contain one.
  const dataKey = (await call(baseUrl, "POST", "/svc/api/api-key", { headers: admin, json: keyInput })).body.response
    .key;
  const adminKey = (await call(baseUrl, "POST", "/svc/api/admin-api-key", { headers: admin, json: adminKeyInput })).body
    .response.key;
  const asAccount = { Authorization: basicAuth("apiKey", dataKey) };
  const sessions = "/svc/fmi/data/vLatest/databases/Contacts/sessions";
  const nativeToken = (await call(baseUrl, "POST", sessions, { headers: asAccount, json: {} })).body.response.token;
  const login = { headers: { ...admin, "Content-Type": "application/json" }, body: "{}" };
  const adminToken = (await call(server.origin, "POST", "/fmi/admin/api/v2/user/auth", login)).body.response.token;
  Object.assign(secrets, { dataKey, adminKey, nativeToken, adminToken });

  for (const headers of [admin, { Authorization: `Bearer ${adminKey}` }, { Authorization: `Bearer ${adminToken}` }]) {
    await quiet("GET", "/svc/api/api-key", { headers });
    await quiet("GET", `/svc/api/api-key/${dataKey}`, { headers });
    await quiet("GET", `/svc/api/admin-api-key/${adminKey}`, { headers });
    await quiet("PATCH", `/svc/api/api-key/${dataKey}`, {
      headers,
      json: { label: "again", user: "api", pass: filePassword },
    });
    await quiet("POST", "/svc/api/api-key", { headers, json: { ...keyInput, returnExisting: true } });
    await quiet("POST", `/svc/api/api-key/${encodeURIComponent(dataKey)}/logout`, { headers });
  }
  const setGlobals = { key: nativeToken, json: { globalFields: {} } };
  await quiet("PATCH", "/svc/fmi/data/vLatest/databases/Contacts/globals", setGlobals);
  await quiet("GET", recordsPath(), { key: nativeToken });
  await quiet("GET", recordsPath(), { key: dataKey });
  await quiet("GET", recordsPath(), { headers: asAccount });
  await quiet("GET", `${recordsPath()}&apiKey=${dataKey}`);
  await quiet("GET", `/svc/fmi/data/vLatest/databases?apiKey=${encodeURIComponent(dataKey)}`);
  await quiet("GET", "/svc/fmi/data/vLatest/validateSession", { key: nativeToken });

  Object.assign(secrets, await canaryUsers({ baseUrl, pass: adminPassword, wrongPass: wrongAdminPassword, quiet }));

  // The password of an encrypted file is sent only to the server.
  for (const files of [["Archive"], ["Nowhere"], "Archive"])
    await quiet("POST", "/svc/api/fm-file/open", { headers: admin, json: { files, encryptionKey: wrongPassword } });
  await quiet("GET", "/svc/api/databases", { headers: { Authorization: `Bearer ${adminKey}` } });
  await quiet("GET", "/svc/api/clients", { headers: { Authorization: `Bearer ${adminToken}` } });

  const ofFileMaker = await tokens();
  expect(Object.keys(ofFileMaker).length).toBeGreaterThan(1);
  Object.assign(secrets, ofFileMaker);

  // Wrong passwords and keys in every place that accepts one.
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: basicAuth("admin", wrongAdminPassword) } });
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: basicAuth(wrongAdminPassword, "x") } });
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: `Bearer ${guessedToken}` } });
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: basicAuth("apiKey", adminKey) } });
  await quiet("GET", "/svc/api/api-key", { headers: { Authorization: basicAuth(adminKey, adminPassword) } });
  await quiet("GET", `/svc/api/api-key?apiKey=${adminKey}`);
  await quiet("POST", "/svc/api/api-key", { headers: admin, json: { ...keyInput, pass: wrongPassword } });
  await quiet("POST", "/svc/api/api-key", { headers: admin, json: { ...keyInput, databases: ["Private", "Nowhere"] } });
  await quiet("POST", "/svc/api/api-key/create-only", { json: { ...keyInput, pass: wrongPassword } });
  await quiet("POST", "/svc/api/admin-api-key", {
    headers: admin,
    json: { ...adminKeyInput, pass: wrongAdminPassword },
  });
  await quiet("PATCH", `/svc/api/api-key/${dataKey}`, { headers: admin, json: { user: "api", pass: wrongPassword } });
  await quiet("POST", sessions, { headers: { Authorization: basicAuth("api", filePassword) }, json: {} });
  await quiet("GET", recordsPath(), { key: guessedToken });
  await quiet("GET", recordsPath("Private.fmp12"), { key: dataKey });
  await quiet("DELETE", `${sessions}/${guessedToken}`);
  await quiet("POST", "/svc/api/api-key/bulk-delete", {
    headers: admin,
    json: { keys: [`${dataKey}x`, `x${adminKey}`] },
  });

  // Invalid bodies, queries and headers.
  const bad = { ...admin, "Content-Type": "application/json" };
  await quiet("POST", "/svc/api/api-key", { headers: bad, body: `{"pass": "${secrets.inBadJson}` });
  await quiet("POST", "/svc/api/api-key", { headers: bad, body: `{"user":"a", "pass": ${secrets.inBadJson}}` });
  await quiet("POST", "/svc/api/api-key", {
    headers: admin,
    json: { pass: [secrets.inBadJson], user: secrets.inBadJson },
  });
  await quiet("POST", "/svc/api/api-key", { headers: admin, body: `pass=${secrets.inBadJson}` });
  const query = encodeURIComponent(String(secrets.inQuery));
  await quiet("GET", `/svc/api/api-key?cursor=${query}&pass=${query}`, { headers: admin });
  await quiet("GET", `/svc/api/nowhere?pass=${query}`, { headers: admin });
  await quiet("GET", `/svc/fmi/nowhere?apiKey=${query}`);
  const header = encodeURIComponent(String(secrets.inHeader));
  await quiet("GET", "/svc/api/api-key/1", { headers: { "X-Password": header, Cookie: `session=${header}` } });
  await quiet("GET", `/svc/api/api-key/${dataKey}%ff`, { headers: admin });

  // A server that fails and reveals internal details in its responses.
  const failing = { kind: "status", status: 500, code: "-1", message: String(secrets.spokenByServer) } as const;
  for (const fault of [
    failing,
    { ...failing, status: 503, body: "html" },
    { kind: "deadToken", times: 1 },
    { kind: "reset" },
    { kind: "stopped" },
    { kind: "tooManySessions" },
    { kind: "wrongPassword" },
  ] as const) {
    server.faults.set(fault);
    await quiet("POST", "/svc/api/api-key", { headers: { Authorization: `Bearer ${adminKey}` }, json: keyInput });
    await quiet("POST", "/svc/api/admin-api-key", {
      headers: { Authorization: `Bearer ${adminKey}` },
      json: adminKeyInput,
    });
    await quiet("POST", `/svc/api/api-key/${dataKey}/logout`, { headers: { Authorization: `Bearer ${adminKey}` } });
    const proxied = await call(baseUrl, "GET", recordsPath(), { key: dataKey });
    // The server's message in a proxied call is meant for the caller.
    errors[`proxied during ${fault.kind}`] = Buffer.from(proxied.text.replace(JSON.stringify(failing.message), ""));
  }
  server.faults.clear();
  // Last, so that the exports contain everything that the calls have left behind.
  Object.assign(secrets, await canaryExports({ baseUrl, admin, quiet }));
  return { answers, errors };
}

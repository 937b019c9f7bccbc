import { contactsAnswer } from "./contacts-answer.ts";
import { jsonAnswer, recordsAnswer, rowsAnswer } from "./prepared-answers.ts";

/** Action for a call after its body was received. */
export type Route =
  | { readonly kind: "prepared"; readonly bytes: Buffer; readonly counts?: "logouts" }
  | { readonly kind: "stream"; readonly sizeBytes: number }
  | { readonly kind: "slow"; readonly bytes: Buffer; readonly milliseconds: number }
  | { readonly kind: "script"; readonly bytes: Buffer; readonly milliseconds: number }
  | { readonly kind: "login" }
  | { readonly kind: "counters" };

/** Returns the action for a request line; cached per line. */
export function routeOf(requestLine: string): Route {
  let route = known.get(requestLine);
  if (route === undefined) {
    route = findRoute(requestLine);
    if (known.size < 1_000) known.set(requestLine, route);
  }
  return route;
}

const known = new Map<string, Route>();

function findRoute(requestLine: string): Route {
  const [method = "", target = ""] = requestLine.split(" ");
  const path = target.split("?")[0] ?? "";
  if (path === "/bench/counters") return { kind: "counters" };
  const database = /^\/fmi\/data\/v\w+\/databases\/[^/]+(\/.*)?$/.exec(path);
  const script = /\/script\/Wait\?script\.param=(\d+)$/.exec(target);
  if (script !== null) return { ...ok({ scriptError: "0" }), kind: "script", milliseconds: Number(script[1]) * 1_000 };
  if (database !== null) return databaseRoute(method, database[1] ?? "");
  const table = /^\/fmi\/odata\/v4\/X(?:\/K(\d+))?$/.exec(path);
  if (table !== null) return { kind: "prepared", bytes: rowsAnswer(OWN_ADDRESS, Number(table[1] ?? 1) * 1_000) };
  if (path === "/fmi/odata/v4/X/Script.Open%20orders")
    return { kind: "prepared", bytes: jsonAnswer(200, SCRIPT_RESULT) };
  if (/^\/fmi\/data\/v\w+\/databases$/.test(path)) return ok({ databases: [{ name: "X" }] });
  if (/^\/fmi\/data\/v\w+\/productInfo$/.test(path)) return ok({ productInfo: PRODUCT });
  if (/^\/fmi\/data\/v\w+\/validateSession$/.test(path)) return ok({});
  if (/^\/fmi\/admin\/api\/v2\/user\/auth/.test(path)) return ok({ token: "bench-admin-token" });
  if (/^\/fmi\/admin\/api\/v2\/databases$/.test(path)) return ok({ databases: [ADMIN_DATABASE], totalDBCount: 1 });
  if (/^\/fmi\/admin\/api\/v2\/server\/metadata$/.test(path)) return ok(ADMIN_METADATA);
  return {
    kind: "prepared",
    bytes: jsonAnswer(404, { messages: [{ code: "1630", message: "URL not found" }], response: {} }),
  };
}

function databaseRoute(method: string, rest: string): Route {
  if (rest === "/sessions" && method === "POST") return { kind: "login" };
  if (rest.startsWith("/sessions/") && method === "DELETE") return { ...ok({}), counts: "logouts" };
  if (rest === "/scripts") return ok({ scripts: [{ name: "Open orders" }] });
  if (method !== "GET") return ok({ recordId: "1", modId: "0" });
  const layout = /^\/layouts\/(\w+)\/records/.exec(rest)?.[1] ?? "";
  return layoutRoute(layout);
}

/** Returns the answer to a login, with a new session. */
export function loginAnswer(count: number): Buffer {
  const token = `${SESSION}${count.toString(16).padStart(6, "0")}`;
  return jsonAnswer(200, envelope({ token }), [`X-FM-Data-Access-Token: ${token}`]);
}

/**
 * Returns the action for a layout, whose name determines the answer: K100 is a found set of 100 KB, Contacts one of 100 people, M50 a
 * container of 50 MB, Slow a slow script.
 */
function layoutRoute(layout: string): Route {
  if (layout === "Slow") return { kind: "slow", bytes: recordsAnswer(1_000), milliseconds: 2_000 };
  if (layout === "Contacts") return { kind: "prepared", bytes: contactsAnswer(100, OWN_ADDRESS) };
  const [, unit, size] = /^([KM])(\d+)$/.exec(layout) ?? [];
  if (unit === "M") return { kind: "stream", sizeBytes: Number(size) * 1_000_000 };
  return { kind: "prepared", bytes: recordsAnswer(Number(size ?? 1) * 1_000) };
}

function ok(response: object): Route & { kind: "prepared" } {
  return { kind: "prepared", bytes: jsonAnswer(200, envelope(response)) };
}

function envelope(response: object): object {
  return { response, messages: [{ code: "0", message: "OK", text: "OK" }] };
}

/** Address of the server in its answers. It is unknown to the proxies, so they don't rewrite it. */
const OWN_ADDRESS = "https://fms.example.com";
const SESSION = "0123456789abcdef0123456789abcdef0123456789abcd";
const PRODUCT = {
  name: "FileMaker Data API Engine",
  version: "22.0.1.68",
  buildDate: "05/15/2025",
  dateFormat: "MM/dd/yyyy",
  timeFormat: "HH:mm:ss",
  timeStampFormat: "MM/dd/yyyy HH:mm:ss",
};
const ADMIN_DATABASE = { id: "1", filename: "X.fmp12", status: "NORMAL", isEncrypted: false, clients: 0, size: 4096 };
const SCRIPT_RESULT = { scriptResult: { code: 0, resultParameter: '{"customer":"C-1007","due":1240.5}' } };
const ADMIN_METADATA = { ServerName: "bench", ServerVersion: "22.0.1.68", HostedDatabases: 1 };

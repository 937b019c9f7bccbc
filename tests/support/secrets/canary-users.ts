import { randomBytes } from "node:crypto";
import { type Answer, type CallOptions, call } from "../http/call.ts";

interface CanaryUsers {
  readonly baseUrl: string;
  readonly pass: string;
  readonly wrongPass: string;
  /** Makes a call whose response must not contain any secret. */
  readonly quiet: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
}

/** Signs in a user, and with that sign-in a command-line program. Returns the secrets that must not be found. */
export async function canaryUsers({ baseUrl, pass, wrongPass, quiet }: CanaryUsers): Promise<Record<string, string>> {
  const own = { "Sec-Fetch-Site": "same-origin" };
  const form = { ...own, "Content-Type": "application/x-www-form-urlencoded" };
  const cliSignInHash = randomBytes(12).toString("hex");
  const [page, poll] = [`/svc/wizard/${cliSignInHash}`, `/svc/api/cli/checkHash/${cliSignInHash}`];
  const signInOnPage = new URLSearchParams({ action: "sign-in", user: "admin", pass: wrongPass }).toString();

  // The cookie and the token are shown to the user they belong to.
  const signedIn = await call(baseUrl, "POST", "/svc/api/session", { headers: own, json: { user: "admin", pass } });
  const [cookie = ""] = (signedIn.headers["set-cookie"]?.[0] ?? "").split(";");
  const headers = { ...own, Cookie: cookie };
  await quiet("GET", page, { headers });
  await quiet("GET", poll);
  const { text } = await quiet("GET", page, { headers });
  const code = /class="code">([^<]+)</.exec(text)?.[1] ?? "";
  const allow = new URLSearchParams({ action: "allow", code }).toString();
  await quiet("POST", page, { headers: { ...form, Cookie: cookie }, body: allow });
  const { token: commandLineToken } = (await call(baseUrl, "GET", poll)).body.response;

  await quiet("GET", "/svc/api/sessions", { headers: { Authorization: `Bearer ${commandLineToken}` } });
  await quiet("POST", "/svc/api/session", { headers: own, json: { user: "admin", pass: wrongPass } });
  await quiet("POST", page, { headers: form, body: signInOnPage });
  await quiet("POST", page, { headers: { ...form, "Sec-Fetch-Site": "cross-site", Cookie: cookie }, body: allow });
  await quiet("PUT", page, { headers });
  await quiet("GET", poll);
  await quiet("GET", "/svc/api/session", { headers });
  await quiet("GET", "/svc/api/audit", { headers });
  await quiet("DELETE", `/svc/api/sessions/${commandLineToken}`, { headers });
  return { sessionValue: cookie.split("=")[1] ?? "", commandLineToken, handOverHash: cliSignInHash };
}

import { createHash } from "node:crypto";
import { escaped, type Page, page } from "#shared/contract/page.ts";
import type { Scope } from "../contract.ts";
import { isAdministration, type OAuthResource } from "../resources.ts";
import { isLoopbackRedirect, redirectHost } from "../rules.ts";
import { accessChoices } from "./access-choices.ts";

/** Client that asks, and its request. */
export interface AskedConsent {
  readonly clientName: string | undefined;
  /** Host that verifies the client; null if the client registered itself. */
  readonly clientHost: string | null;
  readonly redirectUri: string;
  readonly resource: OAuthResource;
  readonly scopes: readonly Scope[];
}

/** Problem that the page shows again, and the entered values. */
export interface SignInProblem {
  readonly text: string;
  readonly user: string;
  /** Selected access, as in the form. */
  readonly access: string | undefined;
}

/** Same message for a wrong password, a nonexistent account, and one without the privilege. */
export const refusedText = "FileMaker Server rejected this account or password";

/** Shows the client and its request, and asks for account and password. Submitting is the consent. */
export function signInPage(asked: AskedConsent, problem?: SignInProblem): Page {
  const { clientName, clientHost, redirectUri, resource } = asked;
  const name = clientName ?? "An unnamed app";
  const who = clientHost === null ? "not verified: it registered itself" : clientHost;
  const alert =
    problem === undefined ? "" : `<p class="warning" role="alert" id="problem">${escaped(problem.text)}.</p>\n`;
  const described = problem === undefined ? "" : ' aria-describedby="problem" aria-invalid="true"';
  const body = `<h1>Sign in to let ${escaped(name)} use ${escaped(resource.name)}</h1>
${alert}<dl>
<dt>App</dt><dd>${escaped(name)}</dd>
<dt>Verified by</dt><dd>${escaped(who)}</dd>
<dt>Redirects to</dt><dd>${escaped(redirectHost(redirectUri))}</dd>
${resourceRows(resource)}</dl>
${warningFor(asked)}<form method="post">
${accessChoice(asked, problem?.access)}<label>Account name <input name="user" value="${escaped(problem?.user ?? "")}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="100"${described}></label>
<label>Password <input name="pass" type="password" autocomplete="current-password" maxlength="1000"${described}></label>
<p>${isAdministration(resource) ? "Use your Admin Console account." : "Use your account of the file."} Latchkey stores the password encrypted while the app has access. The app never sees it.</p>
<div class="choices">
<button name="action" value="allow">Sign in and allow</button>
<button class="other" name="action" value="refuse" formnovalidate>Deny</button>
</div>
</form>`;
  return withChoices(page({ title: `Sign in to ${resource.name}`, body }));
}

function warningFor({ clientHost, redirectUri, resource }: AskedConsent): string {
  if (isLoopbackRedirect(redirectUri))
    return `<p class="warning"><strong>This app runs on the computer that you are using.</strong> Continue only if you just started it there yourself.</p>
`;
  if (clientHost !== null) return "";
  return `<p class="warning"><strong>This app isn't verified.</strong> After you sign in, you go to <strong>${escaped(redirectHost(redirectUri))}</strong>, and that site can use ${isAdministration(resource) ? "FileMaker Server" : "this server"} as you. Continue only if you started this yourself and know this address.</p>
`;
}

/** Renders what the app gets access to: a file, or the groups of tools that manage the server. */
function resourceRows(resource: OAuthResource): string {
  const row = (term: string, text: string) => `<dt>${escaped(term)}</dt><dd>${escaped(text)}</dd>\n`;
  if (!isAdministration(resource)) return row("MCP server", resource.name) + row("File", resource.file);
  const groups = resource.toolGroups.map(({ name, text }) => row(name, text)).join("");
  return `${row("Access to", resource.name)}</dl>
<p>Groups of tools that the app gets:</p>
<dl>
${groups}`;
}

/** Renders the choice without a preselection, because people who read no further would allow everything. */
function accessChoice(asked: AskedConsent, chosen: string | undefined): string {
  const choices = accessChoices(asked);
  if (choices.length === 1)
    return "<p>It asks for <strong>read</strong> access: to list tools and run tools that change nothing.</p>\n";
  const rows = choices.map(
    ({ value, text }) =>
      `<label class="choice"><input type="radio" name="access" value="${value}" required${value === chosen ? " checked" : ""}> ${text}</label>`,
  );
  return `<fieldset>
<legend>Access of the app, within the privileges of your account</legend>
${rows.join("\n")}
</fieldset>
`;
}

/** Returns a page for an error that isn't sent to a program, because its redirect URI is unknown or not trusted. */
export function refusalPage({
  error,
  error_description: description,
}: {
  readonly error: string;
  readonly error_description?: string | undefined;
}): Page {
  return page({
    title: "Couldn't connect the app",
    body: `<h1>Couldn't connect the app</h1>
<p role="alert">${escaped(sentences[error] ?? "Invalid request from the app")}.</p>
<p>The app got no access. Connect again from the app. If you see this page again, send its developers this text:</p>
<p><code>${escaped(description === undefined ? error : `${error}: ${description}`)}</code></p>`,
  });
}

const sentences: Readonly<Record<string, string>> = {
  access_denied: "You denied the app's request. You can close this page",
  login_required: "The app asked to sign in without you, which isn't possible",
  invalid_client: "The app that wants to sign you in is unknown, or couldn't be looked up",
  invalid_redirect_uri: "The app wants to send you back to an address that it hasn't registered",
  session_not_found: "This sign-in expired, or it was started in another browser",
  sign_in_gone: "This sign-in expired, or it was started in another browser",
  server_error: "Something went wrong in Latchkey",
  temporarily_unavailable: "Latchkey isn't available right now",
};

/**
 * Returns the headers of a sign-in page. Its form can lead to a program anywhere, including loopback and private schemes, so form targets
 * aren't restricted: browsers also apply that restriction to redirects. There is no opener policy either, because clients wait for the
 * window that they opened.
 */
export function pageHeaders({ style }: Page): Readonly<Record<string, string>> {
  const hash = createHash("sha256").update(style).digest("base64");
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    "X-Frame-Options": "DENY",
  };
}

const choiceStyle = `
fieldset { margin: 0 0 1rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
legend { padding: 0 0.25rem; color: var(--quiet); }
label.choice { display: flex; gap: 0.5rem; align-items: baseline; margin: 0.25rem 0; }
label.choice input { display: inline; width: auto; margin: 0; }
`;

function withChoices({ html, style }: Page): Page {
  const both = style + choiceStyle;
  return { html: html.replace(`<style>${style}</style>`, () => `<style>${both}</style>`), style: both };
}

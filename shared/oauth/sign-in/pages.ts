import { createHash } from "node:crypto";
import { escaped, type Page, page } from "#shared/contract/page.ts";
import type { Scope } from "../contract.ts";
import type { OAuthResource } from "../resources.ts";
import { isLoopbackRedirect, redirectHost } from "../rules.ts";

/** Who asks for what. */
export interface AskedConsent {
  readonly clientName: string | undefined;
  /** The host that vouches for the client; null where it registered itself. */
  readonly clientHost: string | null;
  readonly redirectUri: string;
  readonly resource: OAuthResource;
  readonly scopes: readonly Scope[];
}

/** Why the page is shown again. */
export interface SignInProblem {
  readonly text: string;
  /** What was given as the account's name. */
  readonly user?: string;
}

/** One message for a wrong password, an account that does not exist, and one without the privilege. */
export const refusedText = "FileMaker Server does not accept this account and password here";

/** Shows who asks for what, and takes account and password. Submitting is the consent. */
export function signInPage(asked: AskedConsent, problem?: SignInProblem): Page {
  const { clientName, clientHost, redirectUri, resource, scopes } = asked;
  const name = clientName ?? "A program without a name";
  const who = clientHost === null ? "unverified: it registered itself" : clientHost;
  const alert =
    problem === undefined ? "" : `<p class="warning" role="alert" id="problem">${escaped(problem.text)}.</p>\n`;
  const described = problem === undefined ? "" : ' aria-describedby="problem" aria-invalid="true"';
  const body = `<h1>Sign in to let ${escaped(name)} use ${escaped(resource.name)}</h1>
${alert}<dl>
<dt>Program</dt><dd>${escaped(name)}</dd>
<dt>Vouched for by</dt><dd>${escaped(who)}</dd>
<dt>Goes back to</dt><dd>${escaped(redirectHost(redirectUri))}</dd>
<dt>MCP server</dt><dd>${escaped(resource.name)}</dd>
<dt>File</dt><dd>${escaped(resource.file)}</dd>
</dl>
${isLoopbackRedirect(redirectUri) ? loopbackWarning : ""}<form method="post">
${accessChoice(scopes)}<label>Account name <input name="user" value="${escaped(problem?.user ?? "")}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="100"${described}></label>
<label>Password <input name="pass" type="password" autocomplete="current-password" maxlength="1000"${described}></label>
<p>Your account of the file. Latchkey keeps the password, sealed, for as long as the program may act for you, and the program never sees it.</p>
<div class="choices">
<button name="action" value="allow">Sign in and allow</button>
<button class="other" name="action" value="refuse">Refuse</button>
</div>
</form>`;
  return withChoices(page({ title: `Sign in to ${resource.name}`, body }));
}

const loopbackWarning = `<p class="warning"><strong>This program runs on the computer in front of you.</strong> Go on only if you started it there yourself, just now.</p>
`;

function accessChoice(scopes: readonly Scope[]): string {
  if (!scopes.includes("fm:write"))
    return "<p>It asks to <strong>read</strong>: to list tools and run those that change nothing.</p>\n";
  return `<fieldset>
<legend>What it may do, within the rights of your account</legend>
<label class="choice"><input type="radio" name="access" value="full" checked> Run all tools, also those that change data</label>
<label class="choice"><input type="radio" name="access" value="read"> Read only: run tools that change nothing</label>
</fieldset>
`;
}

/** A refusal that must not go back to a program, because it is not known where that is. */
export function refusalPage({
  error,
  error_description: description,
}: {
  readonly error: string;
  readonly error_description?: string | undefined;
}): Page {
  return page({
    title: "That did not work",
    body: `<h1>That did not work</h1>
<p role="alert">${escaped(sentences[error] ?? "The program's request cannot be answered")}.</p>
<p>Nothing was given to it. Connect again from the program; if this page comes back, tell those who made it:</p>
<p><code>${escaped(description === undefined ? error : `${error}: ${description}`)}</code></p>`,
  });
}

const sentences: Readonly<Record<string, string>> = {
  invalid_client: "The program that wants to sign you in is not known here, or could not be looked up",
  invalid_redirect_uri: "The program wants you sent back to an address that it has not registered",
  session_not_found: "This sign-in expired, or it was started in another browser",
  sign_in_gone: "This sign-in expired, or it was started in another browser",
  server_error: "Something went wrong in Latchkey",
  temporarily_unavailable: "Latchkey cannot answer at this moment",
};

/**
 * What a page of the sign-in carries. Its form may lead on to a program anywhere, loopback and private schemes among them, so that where forms go to
 * is not restricted: browsers hold redirects to that too. No opener policy either: clients wait for the window that they have opened.
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

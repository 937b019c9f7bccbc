import type { Call } from "#shared/contract/call.ts";
import { escaped, type Page, page } from "#shared/contract/page.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { addressGroup } from "#shared/http/address-group.ts";
import type { CliSignIn } from "./cli-sign-in-store.ts";

const title = "Command-line sign-in";

/** Returns the page that asks the person to sign in first. */
export function signInPage(): Page {
  return page({
    title,
    body: `<h1>Sign in to Latchkey</h1>
<p>A command-line tool wants to sign in as you. Sign in with your Admin Console account to see which one it is.</p>
<form method="post">
<label>Account name <input name="user" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus></label>
<label>Password <input name="pass" type="password" autocomplete="current-password" required></label>
<button name="action" value="sign-in">Sign in</button>
</form>`,
  });
}

/** Returns the page that shows which program asks and lets the person decide. Until a program asks, the page reloads every second. */
export function approvalPage({ user, code, asker }: CliSignIn, { client }: Call): Page {
  const userRow = `<dt>Signed in as</dt><dd>${escaped(user)}</dd>`;
  if (asker === null) {
    return page({
      title,
      refreshSeconds: 1,
      body: `<h1>Waiting for the command-line tool</h1>
<p role="status">The tool that opened this page hasn't sent its request yet. This page checks every second.</p>
<dl>${userRow}</dl>`,
    });
  }
  const elsewhere = addressGroup(asker.address) !== addressGroup(client.address);
  const warning = elsewhere
    ? `<p class="warning" role="alert"><strong>The tool runs on a different computer than this browser.</strong> Allow it only if you just started it there yourself. If someone sent you the address of this page, deny access.</p>`
    : "";
  return page({
    title,
    body: `<h1>Allow a command-line tool to sign in as you?</h1>
<dl>${userRow}
<dt>Tool</dt><dd>${escaped(asker.userAgent || "unknown")}</dd>
<dt>Address</dt><dd>${escaped(asker.address)}${elsewhere ? "" : ", the same as this browser's"}</dd>
<dt>Requested at</dt><dd>${escaped(timestamp(asker.askedAt))}</dd>
</dl>
${warning}<p>If the tool shows a code, it must be this one:</p>
<p class="code">${escaped(code)}</p>
<p>The tool can do everything that you can do until its session ends. You can end the session in the list of your sessions.</p>
<form method="post" class="choices">
<input type="hidden" name="code" value="${escaped(code)}">
<button class="other" name="action" value="refuse">Deny</button>
<button name="action" value="allow">Allow</button>
</form>`,
  });
}

/** Returns the page after the person's decision. */
export function donePage(outcome: "allowed" | "refused"): Page {
  const body =
    outcome === "allowed"
      ? '<h1>Allowed</h1>\n<p role="status">The tool is signing in. You can close this page.</p>'
      : '<h1>Denied</h1>\n<p role="status">The tool gets no access. You can close this page.</p>';
  return page({ title, body });
}

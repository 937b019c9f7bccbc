import type { TestService } from "../test-service.ts";
import type { ABrowser } from "./a-browser.ts";
import type { Answer } from "./call.ts";

let made = 0;

/** Returns a random hash, as command-line programs create one. */
export function aHash(): string {
  made += 1;
  return `hash${String(made).padStart(14, "0")}`;
}

/** Returns a command-line program that signs in with a hash, and the page that it opens for the user. */
export function aCommandLine(service: TestService, headers: Readonly<Record<string, string>> = {}, hash = aHash()) {
  const ask = (method: string): Promise<Answer> =>
    service.raw(method, `/svc/api/cli/checkHash/${hash}`, { headers: { "User-Agent": "deploy-tool/2", ...headers } });
  const page = `/svc/wizard/${hash}`;

  return {
    hash,
    page,
    poll: () => ask("GET"),
    forget: () => ask("DELETE"),

    open: (browser: ABrowser) => browser.call("GET", page),

    /** Submits one of the page's forms. */
    send: (browser: ABrowser, fields: Readonly<Record<string, string>>) =>
      browser.call("POST", page, {
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}

export function codeOn({ text }: Answer): string {
  const [, code] = /<p class="code">([^<]+)<\/p>/.exec(text) ?? [];
  if (code === undefined) throw new Error(`The page shows no code: ${text}`);
  return code;
}

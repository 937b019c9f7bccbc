import { ServiceError } from "#shared/contract/errors.ts";
import { isUnchanged } from "#shared/contract/file-answer.ts";
import { chosenCoding } from "#shared/http/content-coding.ts";
import type { Handler, HttpCall } from "#shared/ports/http-call.ts";
import { asServiceError, managementHeaders } from "../../functions/edge/answers/envelope.ts";
import { errorPage } from "../../functions/edge/answers/page.ts";
import { headerIn, headerValues } from "../../functions/edge/headers.ts";
import type { RouteEntry } from "../http/route-table.ts";
import type { ConsoleBuildProgress } from "./console-build.ts";
import type { ConsoleFiles } from "./console-files.ts";
import { consoleCaching, consoleConfiguration, consoleSecurity } from "./console-headers.ts";

const consoleRoute = (template: string): RouteEntry => ({
  function: "console",
  module: "",
  method: "GET",
  template,
  streams: true,
});

/** Route of all other paths that a person opens. It leads to the console. */
export const pagesOfConsole = consoleRoute("/{page+}");

/** Routes of the console on one machine. On AWS a bucket serves its files, so no contract contains them. */
export const consoleRoutes: readonly RouteEntry[] = [
  "/",
  "/app",
  "/app/{page+}",
  "/builds/{id}",
  "/deployments/{id}",
  "/console",
  "/console/{file+}",
].map(consoleRoute);

const pageHeaders: Readonly<Record<string, string>> = {
  ...managementHeaders,
  ...consoleSecurity,
  "Cache-Control": "no-cache",
};

/** Page shown while the console is being built, at the first start. It reloads every second. */
const buildPage = ({ step, steps, label }: ConsoleBuildProgress) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="1">
<meta name="color-scheme" content="light dark"><title>Building the console… – Latchkey</title>
<h1>Building the console…</h1>
<p><progress max="${steps}" value="${step}">${step}/${steps}</progress> Step ${step} of ${steps}: ${label}</p>
<p>This happens once, at the first start. The console opens when the build is done.</p></html>
`;

/** Page shown if there is no console: its build failed, or never ran. */
const missingConsolePage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Latchkey</title>
<h1>The console isn't available</h1>
<p>The build failed. See Latchkey's output for the reason. To build the console again, run <code>npm run console</code>. The API works without the console.</p></html>
`;

/** Serves the console's files. Files with a content hash in their name are immutable; the others are revalidated each time. */
export function consoleEndpoint(
  files: ConsoleFiles,
  requireAllowedNetwork: (call: HttpCall) => Promise<void>,
): Handler {
  const answerOf = async ({ target, prefix, headers: asked }: HttpCall): Promise<Answer> => {
    const path = target.split("?", 1)[0] as string;
    // Addresses in the page are relative to its folder.
    if (path === "/console") return redirect(308, `/${prefix}/console/`);
    if (!path.startsWith("/console/")) return redirect(302, `/${prefix}/console/${pageOf(path)}`);
    const name = path.slice("/console/".length) || "index.html";
    if (name === "config.json") return page("application/json; charset=utf-8", consoleConfiguration(prefix));
    const file = await files.read(name);
    if (file !== undefined) {
      const headers = {
        ...pageHeaders,
        "Cache-Control": consoleCaching(name),
        "Content-Type": file.contentType,
        Vary: "Accept-Encoding",
      };
      const accepted = headerValues(asked, "accept-encoding").join(",");
      const { coding } = chosenCoding(accepted, [...file.packed.keys()]);
      const body = coding && file.packed.get(coding);
      if (coding !== undefined && body !== undefined) {
        // Different bytes need a different tag.
        const etag = file.etag.replace(/"$/, `-${coding}"`);
        return { status: 200, headers: { ...headers, "Content-Encoding": coding, ETag: etag }, body };
      }
      return { status: 200, headers: { ...headers, ETag: file.etag }, body: file.bytes };
    }
    if (name !== "index.html") throw new ServiceError("route_not_found");
    const html = "text/html; charset=utf-8";
    const progress = files.buildProgress();
    return { ...page(html, progress === undefined ? missingConsolePage : buildPage(progress)), status: 503 };
  };

  return async (call) => {
    const { status, headers, body } = await requireAllowedNetwork(call).then(() => answerOf(call), refusedAsPage);
    const ifNoneMatch = headerIn(call.headers, "if-none-match");
    const isKnown = status === 200 && headers.ETag !== undefined && isUnchanged(ifNoneMatch, headers.ETag);
    const length = isKnown ? [] : ["Content-Length", String(body.length)];
    call.answer.writeHead(isKnown ? 304 : status, [...Object.entries(headers).flat(), ...length]);
    call.answer.end(isKnown || call.method === "HEAD" ? undefined : body);
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Returns an error as a page, so that people outside the allowed networks can read the reason. */
function refusedAsPage(thrown: unknown): Answer {
  const { status, headers, body } = errorPage(asServiceError(thrown));
  const flat = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")] as const);
  return { status, headers: Object.fromEntries(flat), body: Buffer.from(body as string) };
}

function redirect(status: number, to: string): Answer {
  return { status, headers: { ...consoleSecurity, Location: to }, body: Buffer.alloc(0) };
}

/** Pages of the console by the first segment of a path in OttoFMS's console. */
const pagesByPath: Readonly<Record<string, string>> = {
  "api-keys": "keys",
  backups: "backups",
  builds: "builds",
  deployments: "deployments",
  files: "files",
  license: "settings/about",
  logs: "logs",
  "mcp-servers": "mcp",
  schedules: "schedules",
  settings: "settings",
  webhooks: "webhooks",
};

/** Returns the console page for a path of OttoFMS's console, which users may have bookmarked, or the start page. */
function pageOf(path: string): string {
  if (/^\/(?:builds|deployments)\/\d+$/.test(path)) return `#${path}`;
  const segments = path.split("/").filter((segment) => segment !== "");
  const name = segments[0] === "app" ? segments[1] : segments[0];
  return name !== undefined && Object.hasOwn(pagesByPath, name) ? `#/${pagesByPath[name]}` : "";
}

function page(contentType: string, text: string): Answer {
  return { status: 200, headers: { ...pageHeaders, "Content-Type": contentType }, body: Buffer.from(text) };
}

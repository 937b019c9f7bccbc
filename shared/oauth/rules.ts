import { type Scope, scopes } from "./contract.ts";

/** Private schemes of known MCP clients that aren't reverse domain names. All others could start any program of the operating system. */
const clientSchemes = new Set(
  "claude code-oss cursor goose kiro lmstudio raycast trae vscode vscode-insiders vscodium warp windsurf windsurf-next zed".split(
    " ",
  ),
);
/** Matches a reverse domain name, such as `com.example.app` (RFC 8252, 7.1). */
const reverseDomainScheme = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+$/;
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unsafe = /[\u0000-\u0020\u007f\\*#<>"]/;

/**
 * Returns the problem of a redirect URI, or undefined if it is valid: https to any host, http to loopback only, and private schemes of
 * programs (RFC 8252). Patterns are invalid, because URIs are compared exactly.
 */
export function redirectProblem(uri: string): string | undefined {
  const address = URL.parse(uri);
  if (uri.length > 2_000 || unsafe.test(uri) || address === null) return "is not a valid address";
  if (address.username !== "" || address.password !== "") return "contains a user name or password";
  const scheme = address.protocol.slice(0, -1);
  // A parser repairs `https:/host` and `https:host`; a browser may interpret them differently.
  if (/^https?:/i.test(uri) && !/^https?:\/\/[^/]/.test(uri)) return "is not a valid address";
  if (scheme === "https") return loopbackHosts.has(address.hostname) ? "uses https on loopback" : undefined;
  if (scheme === "http") return loopbackHosts.has(address.hostname) ? undefined : "uses http outside loopback";
  if (clientSchemes.has(scheme) || reverseDomainScheme.test(scheme)) return undefined;
  return "has a private scheme that isn't a reverse domain name, such as `com.example.app:/callback`";
}

/** Returns the program or site of a redirect URI, for comparison: all loopback URIs are the same target. */
export function redirectTarget(uri: string): string {
  return isLoopbackRedirect(uri) ? "loopback" : redirectHost(uri);
}

/** Returns true if people are sent back to a program on their own machine. */
export function isLoopbackRedirect(uri: string): boolean {
  const { protocol, hostname } = URL.parse(uri) ?? { protocol: "", hostname: "" };
  return protocol === "http:" && loopbackHosts.has(hostname);
}

/** Returns the redirect target for display: the host, or the scheme of a program. */
export function redirectHost(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === "https:" || protocol === "http:" ? host : protocol;
}

/**
 * Returns the URL of a client's metadata document if the client id is one; undefined for other ids. `hosts` lists the allowed hosts; empty
 * allows all. Rejected URLs cause no lookup.
 */
export function documentAddress(clientId: string, hosts: readonly string[]): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (!clientId.startsWith("https://") || clientId.length > 1_000 || /[\u0000-\u0020\u007f\\#]/.test(clientId))
    return undefined;
  const url = URL.parse(clientId);
  const [authority = "", ...path] = clientId.slice("https://".length).split("?", 1)[0]?.split("/") ?? [];
  if (url === null || path.join("/") === "" || authority.includes("@") || authority.includes(":")) return undefined;
  if (path.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) return undefined;
  const host = url.hostname;
  // Each client has only one spelling, so URLs that a parser would rewrite are rejected. The host must be a name of at least two labels,
  // not an IP address.
  if (url.href !== clientId || !/^[^.[]+(?:\.[^.]+)*\.[^.\d][^.]*$/.test(host)) return undefined;
  return hosts.length === 0 || hosts.includes(host) ? url : undefined;
}

/**
 * Returns the requested scopes that the server offers, or all of them if the client names none that is known. Write access implies read
 * access.
 */
export function scopesFor(asked: string | undefined, offered: readonly Scope[]): readonly Scope[] {
  const named = new Set((asked ?? "").split(" "));
  if (named.has("fm:write")) named.add("fm:read");
  const wanted = scopes.filter((scope) => named.has(scope) && offered.includes(scope));
  return wanted.length === 0 ? offered : wanted;
}

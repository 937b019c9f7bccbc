import { AddressRewriter, type CompiledRules, compiledRules } from "./address-rewriter.ts";
import { BatchAnswerRewriter, type BodyRewriter } from "./batch-answer-rewriter.ts";
import { multipartBoundary } from "./multipart-boundary.ts";

const nativeStreaming = "/Streaming_SSL/";
const ownStreaming = "/fmi/streaming/";

/** Where cookies that FileMaker Server sets may go. */
export interface CookieScope {
  readonly path: string;
  /** False where callers reach us over http on loopback: they would not send a Secure cookie back. */
  readonly overHttps: boolean;
}

/** How addresses of FileMaker Server become addresses that a caller of ours can follow. */
export interface AddressRules {
  /** What rewrites a body of this type. */
  rewriter(prefix: string, contentType?: string): BodyRewriter;
  /** The value of a header that is an address, absolute or relative. */
  location(address: string, prefix: string): string;
  cookieScope(prefix: string): CookieScope;
  /** FileMaker's path for a checked path of ours below `/fmi/streaming/`. */
  streamingPath(path: string): string;
  /** `http` or `https`, as callers reach us. */
  ownScheme(): string;
}

/** `publicOrigin` is what FileMaker Server calls itself; `baseUrl` is known once the port is. */
export function addressRules(publicOrigin: string, baseUrl: () => string): AddressRules {
  const replacements = (prefix: string) => [
    { from: nativeStreaming, to: `${base(prefix)}${ownStreaming}` },
    { from: "/fmi/", to: `${base(prefix)}/fmi/` },
  ];
  const compiled = new Map<string, CompiledRules>();
  const scopes = new Map<string, CookieScope>();

  const rulesFor = (prefix: string): CompiledRules => {
    const rules = replacements(prefix).map(({ from, to }) => ({ from: publicOrigin + from, to: baseUrl() + to }));
    const ready = compiledRules(`${publicOrigin}/`, rules);
    compiled.set(prefix, ready);
    return ready;
  };

  const scopeFor = (prefix: string): CookieScope => {
    const scope = { path: `${base(prefix)}${ownStreaming}`, overHttps: baseUrl().startsWith("https:") };
    scopes.set(prefix, scope);
    return scope;
  };

  const location = (address: string, prefix: string): string => {
    for (const { from, to } of replacements(prefix)) {
      if (address.startsWith(publicOrigin + from)) return baseUrl() + to + address.slice((publicOrigin + from).length);
      if (address.startsWith(from)) return to + address.slice(from.length);
    }
    return address;
  };

  return {
    rewriter(prefix, contentType = "") {
      const addresses = new AddressRewriter(compiled.get(prefix) ?? rulesFor(prefix));
      const boundary = contentType.startsWith("m") ? multipartBoundary(contentType) : undefined;
      return boundary === undefined
        ? addresses
        : new BatchAnswerRewriter(boundary, addresses, (address) => location(address, prefix));
    },

    location,

    cookieScope: (prefix) => scopes.get(prefix) ?? scopeFor(prefix),

    streamingPath: (path) => nativeStreaming + path.slice(ownStreaming.length),

    ownScheme: () => (baseUrl().startsWith("https:") ? "https" : "http"),
  };
}

/** What stands before `/fmi/`. A call that came at the root has no prefix, and its answers lead to the root again. */
function base(prefix: string): string {
  return prefix === "" ? "" : `/${prefix}`;
}

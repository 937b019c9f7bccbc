import { AddressRewriter, type CompiledRules, compiledRules } from "./address-rewriter.ts";
import { BatchAnswerRewriter, type BodyRewriter } from "./batch-answer-rewriter.ts";
import { multipartBoundary } from "./multipart-boundary.ts";

const nativeStreaming = "/Streaming_SSL/";
const ownStreaming = "/fmi/streaming/";

/** Scope of cookies that FileMaker Server sets. */
export interface CookieScope {
  readonly path: string;
  /** False if callers reach us over http on loopback, where they don't send Secure cookies. */
  readonly overHttps: boolean;
}

/** Translates URLs of FileMaker Server into URLs that our callers can follow. */
export interface AddressRules {
  /** Returns a rewriter for bodies of this type. */
  rewriter(prefix: string, contentType?: string): BodyRewriter;
  /** Rewrites a header value that is a URL, absolute or relative. */
  location(address: string, prefix: string): string;
  cookieScope(prefix: string): CookieScope;
  /** Returns FileMaker's path for a checked path of ours below `/fmi/streaming/`. */
  streamingPath(path: string): string;
  /** Returns the path and query of a redirect by FileMaker Server to container data. Undefined for any other place. */
  streamingTarget(location: string): string | undefined;
  /** Returns `http` or `https`, as callers reach us. */
  ownScheme(): string;
}

/** Creates the rules. `publicOrigin` is FileMaker Server's own origin; `baseUrl` is known once the port is. */
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

    streamingTarget(address) {
      const target = address.startsWith(`${publicOrigin}/`) ? address.slice(publicOrigin.length) : address;
      return target.startsWith(nativeStreaming) ? target : undefined;
    },

    ownScheme: () => (baseUrl().startsWith("https:") ? "https" : "http"),
  };
}

/** Returns the path in front of `/fmi/`. A call to the root has no prefix, and its response leads to the root again. */
function base(prefix: string): string {
  return prefix === "" ? "" : `/${prefix}`;
}

import type { Part } from "../request.ts";
import { isScriptMissing } from "../script-rules.ts";

export type Source = Part["source"];
export type SourceOf<Type extends Source["type"]> = Extract<Source, { readonly type: Type }>;

/** Kinds of source that the form offers, under the service's names. */
export const sourceKinds = ["service", "servicejit", "build_inbox", "local", "backup", "url", "file_urls"] as const;
export type SourceKind = (typeof sourceKinds)[number];

const olderNames: Readonly<Record<string, SourceKind>> = { otto4: "service", otto4jit: "servicejit" };

/** Returns the kind of a source; undefined if the form doesn't support it. */
export function sourceKindOf({ type }: Source): SourceKind | undefined {
  const kind = olderNames[type] ?? type;
  return sourceKinds.find((known) => known === kind);
}

export function newSource(kind: SourceKind): Source {
  const server = { serverUrl: "https://", auth: { type: "apiKey", apiKey: "" } } as const;
  switch (kind) {
    case "service":
      return { type: kind, ...server, buildId: "" };
    case "servicejit":
      return { type: kind, ...server };
    case "build_inbox":
      return { type: kind, buildId: "" };
    case "local":
      return { type: kind, fileNames: [] };
    case "backup":
      return { type: kind, deploymentId: 0 };
    case "url":
      return { type: kind, url: "https://" };
    case "file_urls":
      return { type: kind, files: [{ url: "https://", filename: "" }] };
  }
}

/** Returns a new source of another kind, with the same server if both kinds have one. */
export function ofKind(before: Source, kind: SourceKind): Source {
  const next = newSource(kind);
  if ("serverUrl" in next && "serverUrl" in before) {
    const { serverUrl, auth, pushBuild } = before;
    return { ...next, serverUrl, auth, ...(pushBuild && { pushBuild }) } as Source;
  }
  return next;
}

export function isSourceComplete(source: Source): boolean {
  const hasServer = !("serverUrl" in source) || (isAddress(source.serverUrl) && isAuthComplete(source.auth));
  const hasBuild = !("buildId" in source) || source.buildId.trim() !== "";
  const hasRest =
    (source.type !== "url" || isAddress(source.url)) &&
    (source.type !== "backup" || source.deploymentId > 0) &&
    (source.type !== "file_urls" ||
      source.files.every(({ url, filename }) => isAddress(url) && filename.trim() !== ""));
  return hasServer && hasBuild && hasRest && !("buildOptions" in source && isOptionMissing(source.buildOptions));
}

function isOptionMissing({ preBuildScript, textFiles = [] }: SourceOf<"servicejit">["buildOptions"] = {}): boolean {
  return isScriptMissing(preBuildScript) || textFiles.some(({ fileName }) => fileName.trim() === "");
}

export type Auth = SourceOf<"service">["auth"];

export function newAuth(type: Auth["type"]): Auth {
  if (type === "apiKey") return { type, apiKey: "" };
  return type === "token" ? { type, token: "" } : { type, user: "", password: "" };
}

export function isAuthComplete(auth: Auth): boolean {
  if (auth.type === "apiKey") return auth.apiKey !== "";
  return auth.type === "token" ? auth.token !== "" : auth.user !== "";
}

export function isAddress(text: string): boolean {
  return URL.canParse(text);
}

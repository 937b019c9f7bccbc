import type { McpServer } from "#shared/mcp-servers/contract.ts";
import type { DataTools } from "#shared/mcp-servers/definition/contract.ts";
import type { InputOf } from "../../../api/operations.ts";

/** Server in a form. */
export interface ServerDraft {
  readonly name: string;
  readonly slug: string;
  /** False while the slug is derived from the name. */
  readonly isSlugOwn: boolean;
  readonly filename: string;
  readonly description: string;
  readonly instructions: string;
  readonly dataTools: DataTools;
  /** One table per line. */
  readonly allowedTables: string;
  readonly oauthEnabled: boolean;
  /** Number, or empty for the limit of the service. */
  readonly callsPerMinute: string;
}

export function draftOf(before: McpServer | undefined): ServerDraft {
  return {
    name: before?.name ?? "",
    slug: before?.slug ?? "",
    isSlugOwn: before !== undefined,
    filename: before?.filename ?? "",
    description: before?.description ?? "",
    instructions: before?.instructions ?? "",
    dataTools: before?.data_tools ?? "off",
    allowedTables: (before?.allowed_tables ?? []).join("\n"),
    oauthEnabled: before?.oauth_enabled ?? true,
    callsPerMinute: String(before?.calls_per_minute ?? ""),
  };
}

/** Returns the slug for a name. */
export function slugFrom(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 50);
}

/** Returns errors by field. */
export function missing({ name, slug, filename, dataTools, allowedTables, callsPerMinute }: ServerDraft) {
  return {
    label: name.trim() === "",
    slug: !/^[a-zA-Z0-9-]{1,50}$/.test(slug),
    file: filename === "",
    tables: dataTools !== "off" && tablesIn(allowedTables).length === 0,
    rate: !/^(?:[1-9]\d{0,3}|10000|)$/.test(callsPerMinute.trim()),
  };
}

function tablesIn(lines: string): string[] {
  const names = lines.split("\n").map((line) => line.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Returns the server in the service's format. */
export function newServer(draft: ServerDraft): InputOf<"POST /svc/api/mcp-servers"> {
  return {
    name: draft.name.trim(),
    slug: draft.slug,
    filename: draft.filename,
    description: draft.description.trim(),
    instructions: draft.instructions.trim() || null,
    data_tools: draft.dataTools,
    allowed_tables: tablesIn(draft.allowedTables),
    oauth_enabled: draft.oauthEnabled,
    calls_per_minute: draft.callsPerMinute.trim() === "" ? null : Number(draft.callsPerMinute),
  };
}

/** Returns the changed fields. */
export function changesOf(
  before: McpServer,
  draft: ServerDraft,
): InputOf<"PATCH /svc/api/mcp-servers/{mcp_server_slug}"> {
  const untouched: Readonly<Record<string, unknown>> = newServer(draftOf(before));
  const updates = Object.fromEntries(
    Object.entries(newServer(draft)).filter(
      ([name, value]) => JSON.stringify(untouched[name]) !== JSON.stringify(value),
    ),
  );
  return { mcp_server_slug: before.slug, updates };
}

import { arch, platform, release as systemRelease } from "node:os";
import release from "../../package.json" with { type: "json" };
import expectedOutcomes from "./expected-outcomes.json" with { type: "json" };
import { outcomeOf } from "./outcome.ts";
import { hashesOf } from "./packed-recording.ts";
import {
  type FolderEntry,
  type HttpEntry,
  type LogEntry,
  Manifest,
  type ProgramEntry,
  recordingFormat,
} from "./recording.ts";

/** Answers that were recorded, and steps that weren't asked, with the reason. */
export interface Kept {
  readonly http: HttpEntry[];
  readonly programs: ProgramEntry[];
  readonly skipped: Record<string, string>;
}

/** Everything that a recording contains. */
interface Contents extends Kept {
  readonly lists: readonly FolderEntry[];
  readonly logs: readonly LogEntry[];
  readonly isFull: boolean;
}

/** Returns the files of a recording by their names. */
export function recordingFiles({
  http,
  programs,
  skipped,
  lists,
  logs,
  isFull,
}: Contents): ReadonlyMap<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const number = (index: number) => String(index + 1).padStart(4, "0");
  const entries = new Map<string, string>([
    ...http.map((entry, index) => [`http/${number(index)}.json`, json(entry)] as const),
    ...programs.map((entry, index) => [`cli/${number(index)}.json`, json(entry)] as const),
    ...lists.map((entry, index) => [`fs/${number(index)}.json`, json(entry)] as const),
    ...logs.map((entry) => [`log/${entry.name.replace(/\.log$/, "")}.head`, json(entry)] as const),
  ]);
  const expected: Readonly<Record<string, string>> = expectedOutcomes;
  const expectations = Object.fromEntries(
    [...http, ...programs].map((entry) => {
      const outcome = expected[entry.step];
      const verdict = outcome === undefined ? "unknown" : outcome === outcomeOf(entry) ? "equal" : "differs";
      return [entry.step, { expected: outcome ?? null, seen: outcomeOf(entry), verdict }];
    }),
  );
  entries.set("expectations.json", json(expectations));
  entries.set("manifest.json", json(manifestOf({ http, programs, skipped, lists, logs, isFull }, hashesOf(entries))));
  return entries;
}

function manifestOf(
  { http, programs, skipped, lists, logs, isFull }: Contents,
  hashes: Readonly<Record<string, string>>,
): Manifest {
  const bodyOf = (step: string) => JSON.stringify(http.find((entry) => entry.step === step)?.response?.body ?? null);
  const header = (step: string, name: string) =>
    http
      .find((entry) => entry.step === step)
      ?.response?.headers.find((line) => line.toLowerCase().startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const isSet = (key: string) => new RegExp(`"${key}":\\["`).test(bodyOf("admin.server.currentfoldersettings"));
  return Manifest.parse({
    format: recordingFormat,
    latchkey: release.version,
    server: { version: versionsIn(http)[0] ?? "unknown" },
    system: { platform: platform(), release: /^[\d.]+/.exec(systemRelease())?.[0] ?? "", architecture: arch() },
    webServer: header("web.root", "server") ?? "unknown",
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    zoneOffsetMinutes: -new Date().getTimezoneOffset(),
    setup: {
      additionalFolders: isSet("additionalDatabaseFolder") || isSet("additionalRemoteContainerFolder"),
      externalGroups: /"(?:enabled|externalAuthEnabled)":true/i.test(bodyOf("admin.extauth.extgroup")),
      encryptedFiles: /"isEncrypted":true/.test(bodyOf("admin.databases")),
    },
    isFull,
    steps: [...http, ...programs, ...lists, ...logs].map(({ step }) => step),
    skipped,
    hashes,
  });
}

/** Returns the versions that the server reports: the Admin API's first. */
export function versionsIn(http: readonly HttpEntry[]): readonly string[] {
  const bodies = ["admin.server.metadata", "data.product.latest", "web.fmws.serverinfo"].map((step) =>
    JSON.stringify(http.find((entry) => entry.step === step)?.response?.body ?? null),
  );
  return [...new Set(bodies.flatMap((body) => body.match(/\d+(?:\.\d+){2,3}/g) ?? []))];
}

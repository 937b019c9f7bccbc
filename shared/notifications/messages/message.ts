import { spanText } from "#shared/contract/texts/span-text.ts";
import {
  type EventData,
  type EventName,
  eventCatalogue,
  type NotifiedEvent,
  type Severity,
} from "../events/contract.ts";

/** Event for people, before it is formatted for a chat or an email. */
export interface Message {
  readonly severity: Severity;
  readonly title: string;
  readonly text: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly link: { readonly label: string; readonly url: string } | undefined;
}

const maxNamedFiles = 10;

/** Returns the message for an event. `repeatsBefore`: number of repetitions since it was last sent. */
export function messageOf({ event, data }: NotifiedEvent, repeatsBefore = 0): Message {
  const { severity, title } = eventCatalogue[event];
  const { text, facts, link } = contentOf(data);
  const repeats: Message["facts"] = repeatsBefore === 0 ? [] : [["Previous occurrences", timesText(repeatsBefore)]];
  return { severity, title, text, facts: [...facts, ...repeats], link };
}

/** Returns a one-line summary of an event. */
export function textOf(data: EventData<EventName>): string {
  return contentOf(data).text;
}

function contentOf(data: EventData<EventName>): Pick<Message, "text" | "facts" | "link"> {
  if ("text" in data) return { text: data.text, facts: [["Server", data.serverUrl]], link: undefined };
  if ("scheduleName" in data) return offsiteContent(data);
  const [text, url] =
    "buildId" in data ? [`Build ${data.buildId}`, data.buildUrl] : [`Deployment ${data.name}`, data.deploymentUrl];
  return {
    text,
    facts: [
      ["Server", data.serverUrl],
      ["Files", filesText(data.files)],
      ...("durationFormatted" in data ? [["Duration", data.durationFormatted] as const] : []),
      ...("errorCount" in data && data.errorCount > 0 ? [["Errors", String(data.errorCount)] as const] : []),
    ],
    link: { label: "Show it", url },
  };
}

type OffsiteData = EventData<"offsite_backup_success" | "offsite_backup_failed">;

function offsiteContent(data: OffsiteData): Pick<Message, "text" | "facts" | "link"> {
  const sent: Message["facts"] =
    "filesTransferred" in data
      ? [
          ["Files sent", String(data.filesTransferred)],
          ["Size", `${(data.totalBackupSizeBytes / 1_000_000).toFixed(1)} MB`],
          ["Duration", spanText(data.transferDurationSeconds * 1000)],
        ]
      : [];
  const text = "errorMessage" in data ? `${data.scheduleName}: ${data.errorMessage}` : data.scheduleName;
  return { text, facts: [["Server", data.serverUrl], ...sent], link: undefined };
}

function filesText(files: readonly string[]): string {
  const more = files.length - maxNamedFiles;
  const named = files.slice(0, maxNamedFiles).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
}

function timesText(times: number): string {
  return times === 1 ? "once in the hour after the last notification" : `${times} times since the last notification`;
}

/** Returns a text of limited length, without splitting a character. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Returns a text of limited length that a chat with Markdown shows unchanged, without links, headings, quotes or emphasis. */
export function escapedMarkdown(text: string, max: number): string {
  const escaped = text.replace(/[\\`*_~|[\]<>]/g, "\\$&").replace(/^(\s*)(?=-?#)/gm, "$1\\");
  // A cut within an escape sequence would escape the next character.
  return cut(escaped, max).replace(/(\\+)…$/, (_, run: string) => `${run.slice(run.length % 2)}…`);
}

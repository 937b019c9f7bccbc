import { escaped, type Page, page } from "#shared/contract/page.ts";
import type { Status } from "./contract.ts";

const servers = {
  running: "FileMaker Server is running.",
  away: "FileMaker Server isn't running right now.",
} as const;
const states = { open: "Open", closed: "Closed", unknown: "Unknown" } as const;

/**
 * Renders the status as a page. Words, not colors, express the state. The page doesn't reload automatically, because readers would lose
 * their position.
 */
export function statusDocument({ title, server, files, planned, incident, seenAt }: Status, isDemo: boolean): Page {
  const heading = title === "" ? "Status" : title;
  const body = `<h1>${escaped(heading)}</h1>${isDemo ? "\n<p>Demo server</p>" : ""}
<p role="status"${server === "running" ? "" : ' class="warning"'}>${servers[server]}</p>
${section(
  "Files",
  files.map(({ name, state }) => `<dt>${escaped(name)}</dt><dd>${states[state]}</dd>`),
)}${section(
  "Planned",
  planned.map(
    ({ text, startsAt, endsAt }) =>
      `<dt>${moment(startsAt)}${endsAt === null ? "" : ` to ${moment(endsAt)}`}</dt><dd>${escaped(text)}</dd>`,
  ),
)}${section("Last incident", incident === null ? [] : [incidentRow(incident)])}<p>Checked at ${moment(seenAt)}. Reload the page to update it.</p>`;
  return page({ title: heading, body });
}

function section(name: string, rows: readonly string[]): string {
  return rows.length === 0 ? "" : `<h2>${name}</h2>\n<dl>\n${rows.join("\n")}\n</dl>\n`;
}

function incidentRow({ startedAt, endedAt }: NonNullable<Status["incident"]>): string {
  const until = endedAt === null ? "Ongoing." : `FileMaker Server was available again at ${moment(endedAt)}.`;
  return `<dt>${moment(startedAt)}</dt><dd>FileMaker Server was unavailable. ${until}</dd>`;
}

/** Renders a time in UTC, and says so: without scripts, a page doesn't know the reader's time zone. */
function moment(timestamp: string): string {
  return `<time datetime="${timestamp}">${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC</time>`;
}

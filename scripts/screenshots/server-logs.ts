import { writeFileSync } from "node:fs";
import { type EventLevel, LOG_HEADERS, logLines } from "../../sandbox/fmserver/logs/log-lines.ts";

const lines = logLines({ host: "fms1.acme.example", utcOffsetMinutes: 0 });
const minuteMs = 60_000;
const files = ["Orders", "Contacts", "Invoices", "Inventory", "Production Planning"] as const;
const people = ["Ada Moreno (front-desk)", "Chiara Rossi (accounts-02)", "Daniel Weiss (planning-01)"] as const;
const peers = ["10.0.12.21", "10.0.12.40", "10.0.12.55"] as const;
const at = <T>(list: readonly [T, ...T[]], place: number): T => list[place % list.length] ?? list[0];

/** Writes the server's logs of the last hours: a backup at night, people in the morning, and some problems. */
export function writeServerLogs(folder: string, nowMs: number): void {
  const logs = {
    "Event.log": events(nowMs),
    "Access.log": access(nowMs),
    "fmdapi.log": [LOG_HEADERS["fmdapi.log"].join("\t"), ...dataApi(nowMs)],
    "scriptEvent.log": [LOG_HEADERS["scriptEvent.log"].join("\t"), ...scripts(nowMs)],
  };
  for (const [name, written] of Object.entries(logs)) writeFileSync(`${folder}/${name}`, `${written.join("\n")}\n`);
}

function events(nowMs: number): readonly string[] {
  const written: string[] = [];
  const line = (minutesAgo: number, code: number, text: string, level?: EventLevel) =>
    written.push(lines.event(nowMs - minutesAgo * minuteMs + written.length * 7, code, text, level));
  line(720, 645, 'Schedule "Daily" started.');
  for (const [place, file] of files.entries()) {
    line(719 - place * 2, 680, `Backing up database "${file}".`);
    line(718 - place * 2, 681, `Backup of database "${file}" completed.`);
  }
  line(706, 646, 'Schedule "Daily" completed.');
  for (let minutes = 600; minutes > 190; minutes -= 14)
    line(minutes, 180, "Maintenance of the cache completed; 0 pages were written.");
  line(182, 30, 'Client "Emi Tanaka (stores-tablet) [10.0.30.12]" no longer responding; connection closed.', "Warning");
  line(151, 645, 'Schedule "Monday greeting" started.');
  line(151, 689, 'Schedule "Monday greeting" aborted; the script “Echo” could not be found.', "Error");
  line(96, 744, 'Database "Staff" paused by administrator "admin".');
  line(
    63,
    661,
    'Client "Ben Okafor (Ben’s iPad) [10.0.30.7]" authentication failed on database "Orders" using "ben".',
    "Error",
  );
  line(62, 94, 'Client "Ben Okafor (Ben’s iPad) [10.0.30.7]" opening database "Orders" as "api".');
  line(41, 463, "The disk with the Backups folder is 91 % full.", "Warning");
  for (let minutes = 38; minutes > 2; minutes -= 3) {
    line(minutes, 737, `Database "${at(files, minutes)}" being opened by "Admin".`);
    line(minutes - 1, 738, `Opened database "${at(files, minutes)}".`);
  }
  return written;
}

function access(nowMs: number): readonly string[] {
  return Array.from({ length: 90 }, (_, number) => {
    const client = `Client "${at(people, number)} [${at(peers, number)}]"`;
    const file = `database "${at(files, number)}" as "Admin"`;
    const moment = nowMs - (180 - number * 2) * minuteMs + number * 11;
    return lines.event(
      moment,
      number % 2 === 0 ? 94 : 98,
      `${client} ${number % 2 === 0 ? "opening" : "closing"} ${file}.`,
    );
  });
}

function dataApi(nowMs: number): readonly string[] {
  return Array.from({ length: 220 }, (_, number) => {
    const isMissing = number % 37 === 5;
    return lines.dataApi(nowMs - (220 - number) * 40_000, {
      code: isMissing ? "401" : "0",
      peer: at(["10.0.40.3", "10.0.40.9"], number),
      account: "api",
      method: isMissing ? "POST" : "GET",
      path: `/fmi/data/vLatest/databases/${at(["Orders", "Contacts"], number)}/layouts/${at(["Orders", "Contacts"], number)}/${isMissing ? "_find" : "records"}`,
      bytes: isMissing ? 84 : 900 + ((number * 7_919) % 60_000),
    });
  });
}

function scripts(nowMs: number): readonly string[] {
  return [
    lines.scriptEvent(
      nowMs - 151 * minuteMs,
      "104",
      'Schedule "Monday greeting" scripting error (104) at "Contacts : Echo : 1 : Perform Script".',
    ),
    lines.scriptEvent(
      nowMs - 42 * minuteMs,
      "401",
      'Schedule "Import orders" scripting error (401) at "Orders : Import orders : 14 : Perform Find".',
    ),
  ];
}

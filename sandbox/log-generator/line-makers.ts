import type { LogLines } from "../fmserver/logs/log-lines.ts";

/** Returns the line with a number, in the format of its log. */
type LineMaker = (lines: LogLines, at: number, number: number) => string;

/** Typical lines of each log. */
export const LINE_MAKERS = {
  "Event.log": (lines, at, number) => {
    if (number % 97 === 0)
      return lines.event(at, 30, `Client "${person(number)}" no longer responding; connection closed.`, "Warning");
    const file = `File ${number % 40}`;
    return number % 2 === 0
      ? lines.event(at, 737, `Database "${file}" being opened by "Admin".`)
      : lines.event(at, 738, `Opened database "${file}".`);
  },
  "Access.log": (lines, at, number) => {
    const client = `Client "${person(number)}"`;
    const file = `"File ${number % 40}" as "user${number % 300}"`;
    switch (number % 4) {
      case 0:
        return lines.event(
          at,
          638,
          `${client} opening a connection from "mac-${number % 500} (10.0.0.${number % 250})" using "Pro 22.0.2 [fmapp]".`,
        );
      case 1:
        return lines.event(at, 94, `${client} opening database ${file}.`);
      case 2:
        return lines.event(at, 98, `${client} closing database ${file}.`);
      default:
        return lines.event(at, 22, `${client} closing a connection.`);
    }
  },
  "fmdapi.log": (lines, at, number) => {
    const isEmpty = number % 50 === 0;
    return lines.dataApi(at, {
      code: isEmpty ? "401" : "0",
      peer: `10.0.0.${number % 250}`,
      account: "api",
      method: "POST",
      path: `/fmi/data/vLatest/databases/File ${number % 40}/layouts/Layout ${number % 9}/_find`,
      bytes: isEmpty ? 84 : 1000 + ((number * 7919) % 90_000),
    });
  },
  "fmodata.log": (lines, at, number) =>
    lines.odata(at, {
      code: "0",
      peer: `10.0.0.${number % 250}`,
      method: "GET",
      url: `/fmi/odata/v4/File_${number % 40}/contact?$top=${number % 100}`,
      bytes: 500 + ((number * 7919) % 60_000),
    }),
  "scriptEvent.log": (lines, at, number) => {
    const count = number % 5 === 0 ? `101 [${2 + (number % 8)}x]` : "101";
    const place = `File ${number % 40} : Import : ${number % 200} : Go to Record`;
    return lines.scriptEvent(at, "101", `Schedule "Nightly ${number % 12}" scripting error (${count}) at "${place}".`);
  },
  "Stats.log": (lines, at, number) =>
    lines.stats(at, [
      number % 900,
      number % 700,
      3,
      9,
      99,
      number % 4,
      number % 250,
      40,
      0,
      2,
      5,
      number % 60,
      1,
      1200,
      4,
      90,
      7,
    ]),
  "TopCallStats.log": (lines, at, number) =>
    lines.topCall(at, {
      start: number / 7,
      end: number / 7 + 0.25,
      operation: "Query (Find)",
      target: `File ${number % 40}::table(${129 + (number % 60)})::field definitions(${number % 400})`,
      bytesIn: number % 5000,
      bytesOut: number % 90_000,
      elapsed: 250_000,
      client: person(number),
    }),
  "ClientStats.log": (lines, at, number) =>
    lines.clientStats(at, person(number), [number % 9000, number % 90_000, number % 60, 0, 1200, 3, 90]),
  "fac.log": (lines, at, number) =>
    number % 40 === 0
      ? lines.plain(at, "Admin API started.")
      : lines.administration(at, number % 9 === 0 ? "warn" : "info", "127.0.0.1", "notifications", `Note ${number}`),
} as const satisfies Readonly<Record<string, LineMaker>>;

function person(number: number): string {
  return `User ${number % 300} (mac-${number % 500}) [10.0.0.${number % 250}]`;
}

import { type LogFormat, noFields } from "./format.ts";
import { leadingTime } from "./log-time.ts";
import { levelOf } from "./tab-separated.ts";

const names = ["Level", "Origin", "Client", "Component", "Category", "Code", "Text"];

/** Log of the Admin API: three spaces between fields, mixed with plain lines of a time, a tab and a text. */
export const facLog: LogFormat = {
  begins: (line) => leadingTime(line) !== undefined,
  read(line) {
    const time = leadingTime(line) ?? null;
    const body = /^\S+ \S+ \S+ - (.*)$/su.exec(line)?.[1];
    if (time === null || body === undefined)
      return { ...noFields, time, columns: { Text: line.slice(line.indexOf("\t") + 1) } };
    const fields = body.split("   ");
    const columns = Object.fromEntries(
      names.map((name, index) => [
        name,
        (index === names.length - 1 ? fields.slice(index).join("   ") : (fields[index] ?? "")).trim(),
      ]),
    );
    const code = columns.Code ?? "";
    return {
      time,
      level: levelOf(columns.Level ?? "") ?? null,
      code: code === "" || code === "n/a" ? null : code,
      columns,
    };
  },
  codes: "none",
  isTimed: true,
};

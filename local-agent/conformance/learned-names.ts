import { hostname, networkInterfaces } from "node:os";
import type { Anonymizer } from "./anonymizer.ts";
import type { Variable } from "./questions/http-question.ts";
import type { RecordOptions } from "./record-options.ts";

/** Makes the names known that are known before the first question. */
export function learnNames(
  { file, layout, account, publicTarget, trial, host }: RecordOptions,
  anonymize: Anonymizer,
  values: Map<Variable, string>,
): void {
  if (file !== undefined) {
    const bare = file.replace(/\.fmp12$/i, "");
    values.set("file", bare);
    anonymize.name("file", bare);
  }
  if (layout !== undefined) {
    values.set("layout", layout);
    anonymize.name("layout", layout);
  }
  if (account !== undefined) {
    anonymize.name("account", account.user);
    anonymize.secret(account.password);
  }
  for (const { origin } of [publicTarget, trial]) {
    const name = new URL(origin).hostname;
    if (!/^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(name)) anonymize.name("host", name);
  }
  anonymize.name("host", hostname());
  for (const { address, internal } of Object.values(networkInterfaces()).flatMap((list) => list ?? []))
    if (!internal) anonymize.name("host", address);
  // The usual place says nothing; another one can.
  anonymize.path(host.serverPath);
}

import { processMessages } from "../../messages/english/processes.ts";
import { usageMessages } from "../../messages/english/usage/usage.ts";

const text = usageMessages;

/** Property by which proxied calls are split. */
export type CallSplit = "outcome" | "key" | "file" | "api" | "method";

/** Subjects that are counted in addition to proxied calls, each with its own split. */
export const otherSubjects = ["webhooks", "deliveries", "tools", "jobs"] as const;
export type OtherSubject = (typeof otherSubjects)[number];

export type UsageSplit = CallSplit | OtherSubject;

export function isOtherSubject(split: UsageSplit): split is OtherSubject {
  return (otherSubjects as readonly string[]).includes(split);
}

/** Returns a name that the page knows better than the figures, such as a key's label. */
export type NameOf = (label: string, value: string) => string | undefined;

/** Jobs end in states, which differ from the outcomes of calls. */
export const jobNames: NameOf = (label, value) =>
  label === "outcome" ? processMessages.states[value as keyof typeof processMessages.states] : undefined;

type Labels = Readonly<Partial<Record<string, string>>>;

/** Returns the name of a series. */
export function seriesName(
  { labels, isRest }: { readonly labels: Labels; readonly isRest: boolean },
  nameOf: NameOf,
  others: string,
): string {
  if (isRest) return others;
  const names = Object.entries(labels).map(([label, value = ""]) => nameOf(label, value) ?? wordsOf(label, value));
  return names.join(" ") || text.calls;
}

function wordsOf(label: string, value: string): string {
  if (label === "outcome") return text.outcomes[value as keyof typeof text.outcomes] ?? value;
  if (label === "api") return text.apis[value as keyof typeof text.apis] ?? value;
  if (label === "code") return value === "other" ? text.otherCode : text.code(value);
  if (label === "error") return value.replaceAll("_", " ");
  if (label === "webhook") return value === "none" ? text.noWebhook : text.webhook(value);
  if (value === "none") return label === "key" ? text.noKey : text.noFile;
  return value;
}

/** Outcomes have the same look in all charts. */
const outcomeLooks: Readonly<Record<string, number>> = {
  answered: 0,
  rejected: 1,
  refused: 3,
  failed: 4,
  abandoned: 5,
};
/** Look of the combined rest: last, and gray. */
const restLook = 5;

export function lookOf(
  { labels, isRest }: { readonly labels: Labels; readonly isRest: boolean },
  place: number,
): number {
  if (isRest) return restLook;
  const { outcome, ...others } = labels;
  if (outcome === undefined || Object.keys(others).length > 0) return place;
  return outcomeLooks[outcome] ?? place;
}

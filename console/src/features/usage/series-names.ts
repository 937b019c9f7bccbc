import { processMessages } from "../../messages/processes.ts";
import { usageMessages } from "../../messages/usage/usage.ts";

const text = usageMessages;

/** What proxied calls can be parted by. */
export type CallSplit = "outcome" | "key" | "file" | "api" | "method";

/** What is counted beside proxied calls, each parted in its own way. */
export const otherSubjects = ["webhooks", "deliveries", "tools", "jobs"] as const;
export type OtherSubject = (typeof otherSubjects)[number];

export type UsageSplit = CallSplit | OtherSubject;

export function isOtherSubject(split: UsageSplit): split is OtherSubject {
  return (otherSubjects as readonly string[]).includes(split);
}

/** Names of what figures are about, where a page knows better than the figures: the label of a key. */
export type NameOf = (label: string, value: string) => string | undefined;

/** Jobs end in states, which are none of the ways in which calls end. */
export const jobNames: NameOf = (label, value) =>
  label === "outcome" ? processMessages.states[value as keyof typeof processMessages.states] : undefined;

type Labels = Readonly<Partial<Record<string, string>>>;

/** What a series is about, in words. */
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

/** An outcome looks the same everywhere. */
const outcomeLooks: Readonly<Record<string, number>> = {
  answered: 0,
  rejected: 1,
  refused: 3,
  failed: 4,
  abandoned: 5,
};
/** What is put together comes last, in grey. */
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

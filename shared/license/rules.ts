import type { LicenseAnswers, LicenseFields } from "#shared/filemaker/commands/license.ts";
import type { Allowance, License } from "./contract.ts";

export const dayMs = 86_400_000;

const unitBytes: Readonly<Record<string, number>> = { mb: 1e6, gb: 1e9, tb: 1e12 };
/** Fields with the number of users, by the kind of license. A license has one of them. */
const userFields = { users: "nameduser", concurrent: "concurrentuser", core: "coreuser" } as const;
/** Kinds of clients that a license counts. Data API, scripts on the server and ODBC aren't users. */
const userClients = ["fmprocount", "fmgocount", "fmwebdcount"];
/** Fields with bytes sent since the last reset. Which of them exist, and which includes OData, differs by release. */
const sentFields = ["totalrestapiout", "outbandwidth", "totaldapibandwidthout", "localdapibandwidthout"];
const sentParts = [
  ["totaldataapiout", "totalodataout"],
  ["fmdapibandwidthout", "fmodatabandwidthout"],
];

/** Returns the license as far as the server tells it. */
export function licenseOf(fields: LicenseFields | undefined, now: number): License {
  const [kind, userLimit] = Object.entries(userFields)
    .map(([name, field]) => [name as keyof typeof userFields, positive(fields?.get(field))] as const)
    .find(([, limit]) => limit !== null) ?? ["unknown", null];
  const expiresOn = dayOf(fields?.get("expirationtime"));
  return {
    product: textOf(fields?.get("productname")),
    version: textOf(fields?.get("productversion")),
    kind,
    userLimit,
    expiresOn,
    daysLeft: expiresOn === null ? null : daysBetween(dayAt(now), expiresOn),
  };
}

/** Returns the number of connected clients that count as users; null if unknown. */
export function connectedUsers(fields: LicenseFields | undefined): number | null {
  const counts = userClients.map((name) => numberOf(fields?.get(name)));
  if (counts.every((count) => count === null)) return null;
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** Allowance without its forecast. */
export type AllowanceState = Omit<Allowance, "forecast">;

/** Returns the yearly allowance, and what was used of it. */
export function allowanceOf({ license, traffic }: LicenseAnswers, now: number): AllowanceState {
  const usedBytes = usedBytesOf(traffic);
  const reported = numberOf(traffic?.get("outbandwidthlimit"));
  const sold = soldBytes(license);
  const isEnforced = reported === null ? null : reported > 0;
  const limitBytes = reported !== null && reported > 0 ? reported : sold;
  const limitSource = limitBytes === null ? null : reported !== null && reported > 0 ? "usage" : "license";
  const resetsOn = nextReset(license?.get("annualresetdate"), now);
  return {
    limitBytes,
    limitSource,
    isEnforced,
    usedBytes,
    usedShare: limitBytes === null || usedBytes === null ? null : usedBytes / limitBytes,
    resetsOn,
    daysToReset: resetsOn === null ? null : daysBetween(dayAt(now), resetsOn),
  };
}

/** Returns the largest total that the server reports; null if it reports none. */
export function usedBytesOf(traffic: LicenseFields | undefined): number | null {
  const totals = [
    ...sentFields.map((name) => numberOf(traffic?.get(name))),
    ...sentParts.map(([data = "", odata = ""]) => {
      const bytes = numberOf(traffic?.get(data));
      return bytes === null ? null : bytes + (numberOf(traffic?.get(odata)) ?? 0);
    }),
  ].filter((total) => total !== null);
  return totals.length === 0 ? null : Math.max(...totals);
}

function soldBytes(license: LicenseFields | undefined): number | null {
  const size = positive(license?.get("dataapisize"));
  const unit = unitBytes[String(license?.get("dataapiunit") ?? "").toLowerCase()];
  return size === null || unit === undefined ? null : size * unit;
}

/** Returns the next day on which the allowance is reset. The server may still name the last one. */
function nextReset(value: unknown, now: number): string | null {
  const named = dayOf(value);
  if (named === null) return null;
  const today = dayAt(now);
  let reset = named;
  while (reset <= today) reset = aYearLater(reset);
  return reset;
}

/** The 29th of February becomes the 1st of March. */
function aYearLater(day: string): string {
  const date = new Date(day);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString().slice(0, 10);
}

/** Returns the day of the last reset; null if the next one is unknown. */
export function lastReset(resetsOn: string | null): string | null {
  if (resetsOn === null) return null;
  const date = new Date(resetsOn);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date.toISOString().slice(0, 10);
}

/**
 * Reads a day: `2036-12-31`, with or without a time, or `12/31/2036`. Null for anything else, such as `Never`, and for `04/05/2036`, whose
 * order of month and day is unknown.
 */
export function dayOf(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text) ?? [];
  if (iso !== undefined) return isDay(iso) ? iso : null;
  const [, first = "", second = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (year === "") return null;
  const written = [
    [first, second],
    [second, first],
  ].map(([month = "", day = ""]) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  const [day, ...others] = new Set(written.filter(isDay));
  return day !== undefined && others.length === 0 ? day : null;
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function dayAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

export function dayAfter(day: string, days: number): string {
  return dayAt(Date.parse(day) + days * dayMs);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** Returns a number that the server sends as a number or as text; null for anything else. */
function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || !/^-?\d+(?:\.\d+)?$/.test(value.trim())) return null;
  return Number(value);
}

/** Returns a limit; null for none: releases send 0 or -1. */
function positive(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number > 0 ? number : null;
}

function textOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

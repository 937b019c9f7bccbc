import * as z from "zod";
import { Network } from "./network.ts";
import { ZoneName } from "./zone-name.ts";

/** `*` matches any characters. Case doesn't matter, as in FileMaker. */
const NamePattern = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, "must not contain control characters");

const namePatterns = (what: string) =>
  z
    .array(NamePattern)
    .max(200)
    .describe(`${what} \`*\` matches any characters; not case-sensitive. An empty list allows none; null allows all.`);

/** Limits of a key. Null means no limit. */
export const KeyLimits = z.object({
  methods: z
    .array(z.enum(["GET", "POST", "PATCH", "PUT", "DELETE"]))
    .min(1)
    .max(20)
    .nullable()
    .describe("HTTP methods that the key can use. GET includes HEAD. Null allows all."),
  layouts: namePatterns("Layouts of the Data API and tables of OData that the key can use.").nullable(),
  scripts: namePatterns("Scripts that the key can run.").nullable(),
  callsPerMinute: z.int().min(1).max(1_000_000).nullable().describe("Requests per clock minute; null means no limit."),
  callsPerDay: z
    .int()
    .min(1)
    .max(100_000_000)
    .nullable()
    .describe("Requests per day in `timeZone`; null means no limit."),
  timeZone: ZoneName.nullable().describe("Time zone in which the daily limit resets at midnight. Null means UTC."),
  networks: z
    .array(Network)
    .min(1)
    .max(100)
    .nullable()
    .describe("Addresses and networks that can use the key, such as `192.0.2.0/24`. Null allows all."),
});
export type KeyLimits = z.infer<typeof KeyLimits>;

/** Limits as stored. They were checked when they were set. */
export const StoredKeyLimits = KeyLimits.extend({
  timeZone: z.string().nullable(),
  networks: z.array(z.string()).nullable(),
});

/** Limits of a key without any. */
export const noLimits: KeyLimits = {
  methods: null,
  layouts: null,
  scripts: null,
  callsPerMinute: null,
  callsPerDay: null,
  timeZone: null,
  networks: null,
};

/** Limits of an Admin API key: FileMaker's Admin API has no layouts. */
export const AdminKeyLimits = KeyLimits.pick({ networks: true });
export type AdminKeyLimits = z.infer<typeof AdminKeyLimits>;
export const StoredAdminKeyLimits = StoredKeyLimits.pick({ networks: true });

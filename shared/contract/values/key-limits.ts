import * as z from "zod";
import { Network } from "./network.ts";
import { ZoneName } from "./zone-name.ts";

/** `*` matches any characters. Case doesn't matter, as in FileMaker. */
const NamePattern = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, "a name has no control characters");

const namePatterns = (what: string) =>
  z
    .array(NamePattern)
    .max(200)
    .describe(`${what} \`*\` stands for any characters, and case does not matter. Empty: none. Null: any.`);

/** Limits of a key. Null means no limit. */
export const KeyLimits = z.object({
  methods: z
    .array(z.enum(["GET", "POST", "PATCH", "PUT", "DELETE"]))
    .min(1)
    .max(20)
    .nullable()
    .describe("HTTP methods that it may call with; GET takes HEAD along. Null: every one."),
  layouts: namePatterns("Names of layouts in the Data API, and of tables in OData.").nullable(),
  scripts: namePatterns("Names of scripts that it may run.").nullable(),
  callsPerMinute: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe("Calls in a minute of the clock. Null: any number."),
  callsPerDay: z.int().min(1).max(100_000_000).nullable().describe("Calls in a day of `timeZone`. Null: any number."),
  timeZone: ZoneName.nullable().describe("The zone whose midnight begins a day of calls. Null: UTC."),
  networks: z
    .array(Network)
    .min(1)
    .max(100)
    .nullable()
    .describe("Addresses and networks that it may be used from, such as `192.0.2.0/24`. Null: from anywhere."),
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

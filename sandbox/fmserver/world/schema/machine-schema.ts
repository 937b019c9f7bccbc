import * as z from "zod";
import { Name } from "./field-schema.ts";

/** User who has files open in FileMaker Pro, Go or a browser. Data API sessions are added automatically. */
export const Client = z.strictObject({
  userName: z.string().min(1),
  computerName: z.string().default(""),
  appType: z.enum(["FMPRO", "FMGO", "FMWEBDIRECT", "FMSE", "XDBC"]).default("FMPRO"),
  appVersion: z.string().default("Pro 22.0.2"),
  appLanguage: z.string().default("en"),
  operatingSystem: z.string().default("macOS 15"),
  ipAddress: z.string().default("127.0.0.1"),
  macAddress: z.string().default(""),
  connectedSecondsAgo: z.number().min(0).default(60),
  concurrent: z.boolean().default(false),
  teamLicensed: z.boolean().default(true),
  files: z
    .array(z.strictObject({ database: Name, account: Name, privilegeSet: Name.default("[Full Access]") }))
    .default([])
    .describe("The files that are open, and as whom."),
});
export type Client = z.output<typeof Client>;

/** Plug-in on the server. */
export const PlugIn = z.strictObject({
  pluginName: Name,
  filename: z.string().min(1),
  enabled: z.boolean().default(true),
});
export type PlugIn = z.output<typeof PlugIn>;

/** Content of the license, under the names in the API. */
export const License = z.strictObject({
  Product_Name: z.string().default("FileMaker Server"),
  Product_Version: z.string().default("22"),
  Purchase_ID: z.string().default("0000000000"),
  Purchase_Type: z.string().default("Annual"),
  Named_User: z.int().default(10),
  Concurrent_User: z.int().default(0),
  Core_User: z.int().default(0),
  Computer_Size: z.int().default(3),
  Networks_Size: z.int().default(0),
  Shared_Files: z.int().default(256),
  Publishing_Engine: z.boolean().default(true),
  xDBC: z.boolean().default(true),
  Expiration_Time: z.string().default("2036-12-31"),
  Annual_Reset_Date: z.string().default("2026-12-31"),
  Data_Size: z.int().default(0),
  Data_API_Size: z.int().default(240),
  Data_API_Unit: z.string().default("GB"),
});
export type License = z.output<typeof License>;

/**
 * Traffic of the Data API that the server has counted besides its own since a day, for tests of forecasts: an amount per day that grows and
 * changes with the season.
 */
export const Traffic = z.strictObject({
  since: z.iso.date().default("2026-01-01"),
  bytesPerDay: z.number().min(0).default(0),
  growthPerYear: z.number().min(-1).default(0).describe("Share by which a day's traffic grows in a year."),
  season: z.number().min(0).max(1).default(0).describe("Share by which the season raises and lowers a day's traffic."),
  limitBytes: z.number().default(-1).describe("Yearly limit that the server checks; -1 means none, as since 2024."),
});
export type Traffic = z.output<typeof Traffic>;

import { isAbsolute, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod";

const segment = /^[a-z0-9][a-z0-9-]{0,31}$/;

export const Origin = z
  .string()
  .refine(isOrigin, "must be an address such as https://fms.example.com, without a path")
  .transform((text) => new URL(text).origin);

/** Origin of sandboxed pages, `data:` pages and local files, such as FileMaker's web viewers. */
const nullOrigin = "null";

/** Origin, or the one that has no address. */
export const CallerOrigin = z
  .string()
  .refine(
    (text) => text === nullOrigin || isOrigin(text),
    "must be an address such as https://fms.example.com, without a path",
  )
  .transform((text) => (text === nullOrigin ? text : new URL(text).origin));

export const Prefix = z.string().regex(segment, "must be one path segment of lower-case letters, digits and dashes");

export const Switch = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((text) => text === "true" || text === "1");

export const List = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

export const Port = z
  .string()
  .regex(/^\d{1,5}$/, "must be a number from 0 to 65535")
  .transform(Number)
  .refine((port) => port <= 65535, "must be a number from 0 to 65535");

export const Megabytes = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, "must be a whole number of megabytes")
  .transform(Number);

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a whole number from ${least} to ${most}`);

export const File = z
  .string()
  .min(1)
  .transform((path) => (isAbsolute(path) ? path : resolve(path)));

export const Network = z.string().refine(isNetwork, "must hold addresses or CIDR ranges");

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function isNetwork(text: string): boolean {
  const [address = ""] = text.split("/");
  // Some programs read `10` and `0x7f.1` as IPv4 addresses, but here they are usually mistakes.
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return false;
  return text.includes("/") ? ipaddr.isValidCIDR(text) : true;
}

/** Address in a `security.txt`. */
export const Contact = z
  .string()
  .refine(
    (text) => /^(?:mailto:[^\s@,]+@[^\s@,]+|https:\/\/[^\s,]+)$/.test(text),
    "must list mailto: and https: addresses",
  );

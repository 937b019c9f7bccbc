import { hostPathText } from "#shared/agent/protocol/host-path-text.ts";
import { ServiceError } from "#shared/contract/errors.ts";

/** Place at an offsite location: the location, a bucket, or a folder or file in a bucket. */
export interface OffsitePath {
  readonly remote: string;
  /** Undefined: the location itself. */
  readonly bucket: string | undefined;
  /** Without leading or trailing slashes. Empty: the bucket itself. */
  readonly key: string;
}

/** First segment of such paths, which are next to the host's root folders. */
const root = "offsite";

type Reference = Parameters<typeof hostPathText>[0];

/** Returns the place at an offsite location. Undefined for places on the host. @throws ServiceError input_invalid */
export function offsitePathIn(where: Reference): OffsitePath | undefined {
  const text = hostPathText(where);
  if (text !== root && text?.startsWith(`${root}/`) !== true) return undefined;
  const [, remote = "", bucket, ...names] = text.replace(/\/+$/, "").split("/");
  const isWhole = remote !== "" && bucket !== "" && (where.id === undefined || where.path === undefined);
  if (!isWhole || names.some((name) => name === "" || name === "." || name === ".."))
    throw new ServiceError("input_invalid", { text: "`path`: must be `offsite/<location>/<bucket>/<folder>`" });
  return { remote, bucket, key: names.join("/") };
}

/** Formats a place as a readable path. */
export function offsitePathText({ remote, bucket, key }: OffsitePath): string {
  return [root, remote, bucket, key].filter((part) => part !== undefined && part !== "").join("/");
}

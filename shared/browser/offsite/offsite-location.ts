import { hostPathText } from "#shared/agent/protocol/host-path-text.ts";
import { ServiceError } from "#shared/contract/errors.ts";

/** A place at an offsite location: the location itself, a bucket there, or a folder or file in that. */
export interface OffsitePath {
  readonly remote: string;
  /** Undefined: the location itself. */
  readonly bucket: string | undefined;
  /** Empty: the bucket itself. Without slashes at its ends. */
  readonly key: string;
}

/** The first word of such paths, beside those of the host's folders. */
const root = "offsite";

type Reference = Parameters<typeof hostPathText>[0];

/** The place at an offsite location that a caller means; undefined where it is one of the host. @throws ServiceError input_invalid */
export function offsitePathIn(where: Reference): OffsitePath | undefined {
  const text = hostPathText(where);
  if (text !== root && text?.startsWith(`${root}/`) !== true) return undefined;
  const [, remote = "", bucket, ...names] = text.replace(/\/+$/, "").split("/");
  const isWhole = remote !== "" && bucket !== "" && (where.id === undefined || where.path === undefined);
  if (!isWhole || names.some((name) => name === "" || name === "." || name === ".."))
    throw new ServiceError("input_invalid", { text: "`path`: must be `offsite/<location>/<bucket>/<folder>`" });
  return { remote, bucket, key: names.join("/") };
}

/** Such a place as people read it. */
export function offsitePathText({ remote, bucket, key }: OffsitePath): string {
  return [root, remote, bucket, key].filter((part) => part !== undefined && part !== "").join("/");
}

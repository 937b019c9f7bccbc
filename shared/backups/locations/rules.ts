import type { OffsiteCheck } from "../contract.ts";

/** Result for one right or feature. */
export type Finding = "yes" | "no" | "unknown";

/** Result of a location check. `refusals` contains the store's message for each missing right. */
export interface LocationCheck {
  /** Milliseconds since the epoch. */
  readonly checkedAt: number;
  readonly bucket: string;
  readonly path: string;
  readonly rights: Readonly<Record<Right, Finding>>;
  readonly features: Readonly<Record<Feature, Finding>>;
  readonly refusals: Readonly<Record<string, string>>;
}

export type Right = keyof OffsiteCheck["rights"];
export type Feature = keyof OffsiteCheck["features"];

/** Rights without which no backup can be made. Without the other rights, old backups and incomplete uploads aren't deleted. */
const neededRights = ["list", "put", "get", "multipart"] as const satisfies readonly Right[];

/** Returns the missing rights that a location needs. */
export function missingRights({ rights }: Pick<LocationCheck, "rights">): readonly Right[] {
  return neededRights.filter((right) => rights[right] !== "yes");
}

/** True if objects are protected from someone with the access key: by versioning or by object lock. */
export function isProtected({ features }: Pick<LocationCheck, "features">): boolean {
  return features.versioning === "yes" || features.objectLock === "yes";
}

/** True if old backups can be deleted. */
export function isPruned({ rights }: Pick<LocationCheck, "rights">): boolean {
  return rights.delete === "yes";
}

/** Returns sentences that an administrator should know about a location. */
export function remarksOn(check: LocationCheck): readonly string[] {
  const { rights, features, refusals } = check;
  const missing = missingRights(check).map((right) => `${rightNames[right]}: ${refusals[right] ?? "not tested"}`);
  return [
    ...missing,
    ...(rights.delete === "no"
      ? ["Latchkey can't delete objects in this location, so it doesn't prune old backups."]
      : []),
    ...(rights.abort === "no"
      ? ["Latchkey can't abort uploads. Add a lifecycle rule to the bucket that aborts unfinished uploads."]
      : []),
    ...(isProtected(check)
      ? []
      : ["The bucket has neither versioning nor Object Lock. Anyone with the access key can overwrite the backups."]),
    ...(features.endsUploads === "no"
      ? ["The bucket has no lifecycle rule for unfinished uploads. Add one that aborts them after two days."]
      : []),
  ];
}

const rightNames: Readonly<Record<Right, string>> = {
  list: "Can't list objects",
  put: "Can't put objects",
  get: "Can't get objects",
  multipart: "Can't upload in parts",
  abort: "Can't abort uploads",
  delete: "Can't delete objects",
};

/** Returns the name of a location in addresses: `Wasabi EU (main)` is `wasabi-eu-main`. Empty if no characters remain. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}

/** Returns the id of a place in the file browser: its path there in base64url, as in listings. */
export function browserHash(remote: string, bucket = "", path = ""): string {
  const text = ["offsite", remote, bucket, path].filter((part) => part !== "").join("/");
  return Buffer.from(text).toString("base64url");
}

/** Normalizes a folder of a bucket: removes leading and trailing slashes. */
export function folderOf(path: string): string {
  return path.split("/").filter(Boolean).join("/");
}

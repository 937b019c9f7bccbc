import type { OffsiteCheck } from "../contract.ts";

/** What a check has found of one right or feature. */
export type Finding = "yes" | "no" | "unknown";

/** What a check of a location has found. `refusals` has the store's sentence for each right that is missing. */
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

/** Without these no backup is made. Without the others backups are made, and what is old or half sent stays. */
const neededRights = ["list", "put", "get", "multipart"] as const satisfies readonly Right[];

/** The rights that are missing and without which a location is of no use. */
export function missingRights({ rights }: Pick<LocationCheck, "rights">): readonly Right[] {
  return neededRights.filter((right) => rights[right] !== "yes");
}

/** Whether what lies there is safe from who has the access key: by older versions that are kept, or by a lock. */
export function isProtected({ features }: Pick<LocationCheck, "features">): boolean {
  return features.versioning === "yes" || features.objectLock === "yes";
}

/** Whether backups that are too old are taken away. */
export function isPruned({ rights }: Pick<LocationCheck, "rights">): boolean {
  return rights.delete === "yes";
}

/** What an administrator should know of a location, one sentence each. */
export function remarksOn(check: LocationCheck): readonly string[] {
  const { rights, features, refusals } = check;
  const missing = missingRights(check).map((right) => `${rightNames[right]}: ${refusals[right] ?? "not tried"}`);
  return [
    ...missing,
    ...(rights.delete === "no"
      ? ["Latchkey may delete nothing there: backups that are too old are not pruned by Latchkey."]
      : []),
    ...(rights.abort === "no"
      ? ["Latchkey may not abort uploads: a rule of the bucket has to end those that nobody finished."]
      : []),
    ...(isProtected(check)
      ? []
      : ["Neither versioning nor Object Lock was seen: who has the access key can overwrite what lies there."]),
    ...(features.endsUploads === "no"
      ? ["No rule of the bucket ends uploads that nobody finished: set one of two days."]
      : []),
  ];
}

const rightNames: Readonly<Record<Right, string>> = {
  list: "Listing objects is missing",
  put: "Putting objects is missing",
  get: "Getting objects is missing",
  multipart: "Uploading in parts is missing",
  abort: "Aborting uploads is missing",
  delete: "Deleting objects is missing",
};

/** The name of a location as it stands in addresses: `Wasabi EU (main)` is `wasabi-eu-main`. Empty where nothing is left of it. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}

/** What opens a place of a location in the file browser: its path there in base64url, as listings give it. */
export function browserHash(remote: string, bucket = "", path = ""): string {
  const text = ["offsite", remote, bucket, path].filter((part) => part !== "").join("/");
  return Buffer.from(text).toString("base64url");
}

/** A folder within a bucket, as it is kept: without slashes at its ends. */
export function folderOf(path: string): string {
  return path.split("/").filter(Boolean).join("/");
}

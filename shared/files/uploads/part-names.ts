/** All blobs of uploads begin with this. */
export const uploadsPrefix = "uploads/";

/** Whose part a blob is. */
export interface PartName {
  readonly keyId: number;
  readonly id: string;
  readonly number: number;
}

/** The blob of a part. */
export function partName({ keyId, id, number }: PartName): string {
  return `${partsPrefix({ keyId, id })}${String(number).padStart(4, "0")}`;
}

/** What the names of an upload's parts begin with. */
export function partsPrefix({ keyId, id }: Pick<PartName, "keyId" | "id">): string {
  return `${uploadsPrefix}${keyId}/${id}/`;
}

/** Undefined for a name that is no part's. */
export function partNamed(name: string): PartName | undefined {
  const [, keyId, id, number] = /^uploads\/(\d{1,16})\/([0-9a-f-]{36})\/(\d{4})$/.exec(name) ?? [];
  return id === undefined ? undefined : { keyId: Number(keyId), id, number: Number(number) };
}

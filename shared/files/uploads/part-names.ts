/** Prefix of all blobs of uploads. */
export const uploadsPrefix = "uploads/";

/** Upload and number of a part. */
export interface PartName {
  readonly keyId: number;
  readonly id: string;
  readonly number: number;
}

/** Returns the name of a part's blob. */
export function partName({ keyId, id, number }: PartName): string {
  return `${partsPrefix({ keyId, id })}${String(number).padStart(4, "0")}`;
}

/** Returns the prefix of the blobs of an upload's parts. */
export function partsPrefix({ keyId, id }: Pick<PartName, "keyId" | "id">): string {
  return `${uploadsPrefix}${keyId}/${id}/`;
}

/** Returns undefined if the name isn't that of a part. */
export function partNamed(name: string): PartName | undefined {
  const [, keyId, id, number] = /^uploads\/(\d{1,16})\/([0-9a-f-]{36})\/(\d{4})$/.exec(name) ?? [];
  return id === undefined ? undefined : { keyId: Number(keyId), id, number: Number(number) };
}

import type { KeyAccount } from "#shared/keys/api.ts";
import type { Point } from "../contract.ts";
import { point } from "./point.ts";

/** Returns the prerequisites for a key in every file. A key for the Data API doesn't need OData. */
export function keyPoints(key: Pick<KeyAccount, "isOData"> | undefined): readonly Point[] {
  if (key === undefined) return [];
  const { ok, warning } = point("key_odata");
  if (key.isOData) return [ok("OData is enabled for the key.")];
  return [warning("OData is disabled for the key.", "If you need OData, enable it for the key.")];
}

/** Checks that the key can open a file, which its account may be able to open even if the key can't. */
export function fileKeyPoints(observations: {
  readonly file: string;
  readonly isOpenToKey: boolean | undefined;
}): readonly Point[] {
  const { file, isOpenToKey } = observations;
  if (isOpenToKey === undefined) return [];
  const { ok, failed } = point("file_key", file);
  if (isOpenToKey) return [ok(`The key opens ${file}.`)];
  return [
    failed(
      `The key doesn't open ${file}.`,
      "Add the file to the key, or allow the key to open every file of its account.",
    ),
  ];
}

import { deleteLeftovers } from "../../shared/files/leftovers.ts";
import { partNamed } from "../../shared/files/part-names.ts";
import { uploadStore } from "../../shared/files/store.ts";
import { uploads } from "../../shared/files/taken-upload.ts";
import { uploadParts } from "../../shared/files/upload-parts.ts";
import { afterwards, blobStore, once } from "./foundation.ts";

/** Complete uploads, for one call each. */
export function takenUploads() {
  return once("taken uploads", ({ clock }) =>
    uploads({ store: uploadRecords(), parts: partsOfUploads(), background: afterwards(), clock }),
  );
}

/** Whether an upload waits for the bytes of a blob with this name. */
export async function isAwaited(name: string): Promise<boolean> {
  const part = partNamed(name);
  const upload = part && (await uploadRecords().get(part));
  return upload !== undefined && upload.record.etags === null;
}

/** Deletes the parts of uploads that are gone. */
export function deleteUploadLeftovers(): Promise<number> {
  return deleteLeftovers({ store: uploadRecords(), blobs: blobStore().blobs });
}

/** Uploads as they are kept. */
export function uploadRecords() {
  return once("uploads", ({ table }) => uploadStore(table));
}

/** The bytes of uploads. */
export function partsOfUploads() {
  return once("parts of uploads", () => uploadParts(blobStore()));
}

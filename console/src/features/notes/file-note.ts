import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import type { OutputOf } from "../../api/operations.ts";
import { queryClient } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";

export type FileNote = OutputOf<"GET /svc/api/file-notes/{filename}">["note"];

const noNote = 18180;

/** Returns the query options for a file's note; its value is null if there is none. */
export function fileNote(filename: string) {
  return queryOptions({
    queryKey: ["GET /svc/api/file-notes/{filename}", { filename }],
    queryFn: ({ signal }) => readNote(filename, signal),
  });
}

export async function readNote(filename: string, signal?: AbortSignal): Promise<FileNote | null> {
  try {
    return (await call("GET /svc/api/file-notes/{filename}", { filename }, signal)).note;
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.code === noNote) return null;
    throw thrown;
  }
}

/** Shows the answer to a write immediately, and marks lists with notes as stale. */
export function noteWritten(filename: string, note: FileNote | null): void {
  queryClient.setQueryData(fileNote(filename).queryKey, note);
  for (const address of ["GET /svc/api/databases", "GET /svc/api/databases/{filename}", "GET /svc/api/file-notes"])
    void queryClient.invalidateQueries({ queryKey: [address] });
}

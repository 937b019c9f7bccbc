import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import type { OutputOf } from "../../api/operations.ts";
import { queryClient } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";

export type FileNote = OutputOf<"GET /svc/api/file-notes/{filename}">["note"];

const noNote = 18180;

/** The note of a file; null where there is none. */
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

/** What a write has answered stands in the page at once; lists that show notes are read again. */
export function noteWritten(filename: string, note: FileNote | null): void {
  queryClient.setQueryData(fileNote(filename).queryKey, note);
  for (const address of ["GET /svc/api/databases", "GET /svc/api/databases/{filename}", "GET /svc/api/file-notes"])
    void queryClient.invalidateQueries({ queryKey: [address] });
}

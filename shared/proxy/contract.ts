import * as z from "zod";
import { resource } from "../contract/operation.ts";

export const proxy = resource({
  dataApi: {
    method: "ANY",
    path: "/svc/fmi/data/{path+}",
    summary: "FileMaker Data API with a Data API Key",
    description:
      "The native path with the service prefix before `/fmi/`. The key goes in `Authorization: Bearer`, in `?apiKey=` or as Basic `apiKey:<key>`. " +
      "Logging in and out with the key works as well, for clients that insist. `.fmp12` is added to the file's name where it is missing.",
    access: "own",
    answers: "stream",
    input: z.object({ path: z.string() }),
    output: z.unknown(),
    errors: [
      "key_unknown",
      "key_file_not_allowed",
      "session_unknown",
      "session_required",
      "path_refused",
      "data_source_refused",
      "stored_credentials_refused",
      "file_not_available",
      "sessions_exhausted",
      "token_refresh_failed",
      "upstream_unreachable",
      "upstream_broken",
      "upstream_timeout",
    ],
  },
  streaming: {
    method: "ANY",
    path: "/svc/fmi/streaming/{path+}",
    summary: "Container data behind the addresses that the Data API's answers hold",
    description: "Needs a client that keeps cookies and follows redirects, as FileMaker Server itself does.",
    access: "own",
    answers: "stream",
    input: z.object({ path: z.string() }),
    output: z.unknown(),
    errors: ["path_refused", "upstream_unreachable", "upstream_broken", "upstream_timeout"],
  },
});

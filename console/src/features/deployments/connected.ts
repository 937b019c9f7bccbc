import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";

type Client = OutputOf<"GET /svc/api/clients">["clients"][number];

/** Returns the clients that have one of the files open; undefined while loading. */
export function useConnected(
  files: readonly string[],
  refetchInterval: number | false = false,
): { readonly clients: readonly Client[] | undefined; readonly isError: boolean } {
  const { data, isError } = useQuery({ ...reading("GET /svc/api/clients", {}), refetchInterval });
  const names = new Set(files.map((file) => file.toLowerCase()));
  const clients = data?.clients.filter((client) =>
    client.files.some(({ filename }) => names.has(filename.toLowerCase())),
  );
  return { clients, isError };
}

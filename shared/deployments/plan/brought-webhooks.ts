import { FileConfig } from "#shared/builds/config/contract.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { BroughtWebhook } from "#shared/webhooks/api.ts";
import type { SubDeployment } from "../request/contract.ts";
import { sourceFileOf } from "../rules.ts";

/** Files and configurations of a build that are known before it is downloaded. */
interface KnownBuild {
  /** Files of a build on another server, by their names on that server. */
  readonly files: readonly { readonly fileName: string; readonly config?: unknown }[];
  /** Configurations in a build on the host, by the names of the files here. */
  readonly configs: readonly { readonly file: string; readonly config?: unknown }[];
}

/** Returns the webhooks in a build for the files of a part. */
export function broughtWebhooks(
  { fileOperations }: SubDeployment,
  { files, configs }: KnownBuild,
): readonly { readonly file: string; readonly webhook: BroughtWebhook }[] {
  const named = fileOperations.flatMap((operation) => {
    const source = sourceFileOf(operation)?.fileName;
    const isSource = ({ fileName }: KnownBuild["files"][number]) =>
      source !== undefined && normalizedDatabaseName(fileName) === normalizedDatabaseName(source);
    return files.filter(isSource).map(({ config }) => ({ file: operation.target.fileName, config }));
  });
  return [...named, ...configs].flatMap(({ file, config }) =>
    (FileConfig.safeParse(config).data?.webhooks ?? []).map((webhook) => ({ file, webhook })),
  );
}

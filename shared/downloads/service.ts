import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { FileCaller } from "#shared/keys/file-access/file-caller.ts";
import type { downloads } from "./contract.ts";
import type { DownloadDeliveries } from "./deliveries.ts";
import type { DownloadMaker } from "./download-maker.ts";
import type { DownloadRecord } from "./record.ts";
import type { DownloadTokens } from "./token.ts";

interface DownloadDependencies {
  readonly make: DownloadMaker;
  readonly tokens: DownloadTokens;
  /** Checks callers that bring a file's account alone. */
  readonly fileCaller: FileCaller;
  readonly baseUrl: () => string;
  readonly prefix: string;
}

/** Links to downloads. */
export function downloadService(
  dependencies: DownloadDependencies,
): Omit<ServiceOf<typeof downloads>, keyof DownloadDeliveries> {
  const { make, tokens, fileCaller, baseUrl, prefix } = dependencies;
  const pathOf = (token: string) => `/${prefix}/api/fm-file/download?token=${token}`;
  const madeOf = async (record: DownloadRecord) => {
    const token = await tokens.make(record);
    return {
      downloadToken: token,
      downloadPath: pathOf(token),
      fileName: record.name,
      processId: record.processId,
      expiresAt: timestamp(record.expiresAt),
    };
  };

  return {
    async linkDatabase({ filename, clone, expiry: seconds }, call) {
      const kind = clone === "1" ? "clone" : "copy";
      const record = await make({ kind, files: [{ file: filename }], isZipped: true, seconds }, call);
      return {
        link: `${baseUrl()}${pathOf(await tokens.make(record))}`,
        processId: record.processId,
        expiresAt: timestamp(record.expiresAt),
      };
    },

    async makeDownload({ files, type: kind, concurrency, includeDdrInfo, saveToDocuments, expiry: seconds }, call) {
      const isXml = kind === "xml";
      const record = await make(
        {
          kind,
          files,
          isZipped: files.length > 1,
          concurrency,
          withInfo: isXml && includeDdrInfo,
          toDocuments: isXml && saveToDocuments,
          seconds,
        },
        call,
      );
      return madeOf(record);
    },

    async saveFileAsXml(input, call) {
      const { filename: file, username = defaultAccount, password, encryptionKey } = input;
      const { includeDdrInfo: withInfo, saveToDocuments: toDocuments, expiry: seconds } = input;
      const files = [{ file, username, password, ...(encryptionKey !== undefined && { encryptionKey }) }];
      const request = { kind: "xml", files, isZipped: false, withInfo, toDocuments, seconds } as const;
      if (call.caller.kind !== "anyone") return madeOf(await make(request, call));
      if (input.username === undefined) throw new ServiceError("unauthenticated");
      const caller = await fileCaller(file, { user: username, pass: password }, call);
      return madeOf(await make(request, { caller }));
    },
  };
}

/** What FileMaker calls the account of a new file. */
const defaultAccount = "Admin";

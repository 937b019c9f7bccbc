import type { ServiceOf } from "../../contract/operation.ts";
import { timestamp } from "../../contract/scalars.ts";
import type { downloads } from "./contract.ts";
import type { DownloadMaker } from "./maker.ts";
import type { DownloadRecord } from "./record.ts";
import type { DownloadTokens } from "./token.ts";

interface DownloadDependencies {
  readonly make: DownloadMaker;
  readonly tokens: DownloadTokens;
  readonly baseUrl: () => string;
  readonly prefix: string;
}

/** Links to downloads. */
export function downloadService({ make, tokens, baseUrl, prefix }: DownloadDependencies): ServiceOf<typeof downloads> {
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
      const { filename: file, username, password, encryptionKey } = input;
      const { includeDdrInfo: withInfo, saveToDocuments: toDocuments, expiry: seconds } = input;
      const files = [{ file, username, password, ...(encryptionKey !== undefined && { encryptionKey }) }];
      return madeOf(await make({ kind: "xml", files, isZipped: false, withInfo, toDocuments, seconds }, call));
    },
  };
}

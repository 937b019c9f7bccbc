import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Minimum size in bytes of files to compress: smaller ones aren't worth an additional file. */
const leastBytes = 500;

/** Adds a Brotli-compressed copy next to each file of the build: compression at this level takes too long for a request. */
export const packedFiles: Plugin = {
  name: "packed-files",
  apply: "build",
  generateBundle: {
    order: "post",
    async handler(_, bundle) {
      const packing = Object.values(bundle).map(async (file) => {
        const bytes = Buffer.from(file.type === "chunk" ? file.code : file.source);
        if (bytes.length < leastBytes || !/\.(js|css|svg)$/.test(file.fileName)) return;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        const source = await promisify(brotliCompress)(bytes, { params });
        this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source });
      });
      await Promise.all(packing);
    },
  },
};

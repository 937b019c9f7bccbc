import type { OpenOperation } from "../operation.ts";

/** Describes the engine, without an account. The answer has no ETag. */
export const productInfo: OpenOperation = {
  method: "GET",
  path: "/productInfo",
  access: "open",
  body: "none",
  run({ host }) {
    const { buildDate, version } = host.world.definition.server;
    return {
      response: {
        productInfo: {
          name: "FileMaker Data API Engine",
          ...(host.world.dataApi.productInfoVersion ? { buildDate, version } : {}),
          dateFormat: "MM/dd/yyyy",
          timeFormat: "HH:mm:ss",
          timeStampFormat: "MM/dd/yyyy HH:mm:ss",
        },
      },
      plain: true,
    };
  },
};

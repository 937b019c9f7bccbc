import type { AdminOperation } from "../admin-operation.ts";

/** Returns the amount of data that the Data API and OData have transferred since the server's start. */
export const dataApiUsage: AdminOperation = {
  method: "GET",
  path: "/fmdapi/usage",
  access: "root",
  run({ host }) {
    const { calls, dataApiBytesIn, dataApiBytesOut, odataBytesOut } = host.counters;
    return {
      inBandwidth: dataApiBytesIn,
      outBandwidth: dataApiBytesOut,
      // -1 means no limit: the yearly allowance ended with 2024.
      inBandwidthLimit: -1,
      outBandwidthLimit: -1,
      apiCallCount: calls,
      apiCallCountLimit: -1,
      localDAPIBandwidthIn: dataApiBytesIn,
      localDAPIBandwidthOut: dataApiBytesOut,
      localDAPICallCount: calls,
      totalDAPIBandwidthOut: dataApiBytesOut,
      fmdapiBandwidthOut: dataApiBytesOut,
      fmodataBandwidthOut: odataBytesOut,
      totalDataAPIOut: dataApiBytesOut,
      totalODataOut: odataBytesOut,
      totalRestAPIOut: dataApiBytesOut + odataBytesOut,
    };
  },
};

import type { AdminOperation } from "../admin-operation.ts";

/** Says how much has gone through the Data API and OData since the server started. */
export const dataApiUsage: AdminOperation = {
  method: "GET",
  path: "/fmdapi/usage",
  access: "root",
  run({ host }) {
    const { calls, dataApiBytesIn, dataApiBytesOut, odataBytesOut } = host.counters;
    return {
      inBandwidth: dataApiBytesIn,
      outBandwidth: dataApiBytesOut,
      // -1 stands for no limit: the yearly allowance ended with 2024.
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

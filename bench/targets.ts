/** A figure that we hold ourselves to. */
export interface Target {
  readonly sentence: string;
  readonly unit: "x" | "ms" | "us" | "s" | "MB" | "logins" | "descriptors";
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Every figure of the proxy bench that has a bound; the ratios are Latchkey's to the peer named. */
export const targets = {
  throughputToBareDispatch: { sentence: "1 KB, c=32: throughput to bare dispatch", unit: "x", atLeast: 0.9 },
  throughputToHttpProxy: { sentence: "1 KB, c=32: throughput to http-proxy", unit: "x", atLeast: 2.2 },
  throughputToNginx: { sentence: "1 KB, c=32: throughput of a full core to nginx", unit: "x", atLeast: 0.28 },
  cpuToBareDispatch: { sentence: "1 KB, c=32: CPU per call to bare dispatch", unit: "x", atMost: 1.2 },
  addedLatencyAlone: { sentence: "added latency p50, c=1, upstream 0 ms", unit: "ms", atMost: 0.3 },
  addedLatencyLoaded: { sentence: "added latency p50, c=32, upstream 5 ms", unit: "ms", atMost: 0.5 },
  kilobytes100ToNginx: { sentence: "100 KB, c=32: MB/s of a full core to nginx", unit: "x", atLeast: 0.4 },
  megabytes50ToNginx: { sentence: "50 MB, c=4: MB/s of a full core to nginx", unit: "x", atLeast: 0.55 },
  compressedContacts: { sentence: "100 contacts: bytes of gzip to those as they are", unit: "x", atMost: 0.15 },
  odataThroughputToBareDispatch: {
    sentence: "OData, 1 KB, c=32: throughput to bare dispatch",
    unit: "x",
    atLeast: 0.9,
  },
  odataCpuToBareDispatch: { sentence: "OData, 1 KB, c=32: CPU per call to bare dispatch", unit: "x", atMost: 1.2 },
  odataKilobytes100ToNginx: { sentence: "OData, 100 KB, c=32: MB/s of a full core to nginx", unit: "x", atLeast: 0.4 },
  adminThroughputToBareDispatch: { sentence: "Admin API, c=32: throughput to bare dispatch", unit: "x", atLeast: 0.9 },
  adminCpuToBareDispatch: { sentence: "Admin API, c=32: CPU per call to bare dispatch", unit: "x", atMost: 1.2 },
  adminAddedLatencyAlone: { sentence: "Admin API, added latency p50, c=1", unit: "ms", atMost: 0.3 },
  downloadGrowth: { sentence: "memory growth while 1 GB comes down", unit: "MB", atMost: 75 },
  uploadGrowth: { sentence: "memory growth while 1 GB goes up", unit: "MB", atMost: 75 },
  leavingAnswersAgain: { sentence: "clients that leave: answers again after", unit: "s", atMost: 1 },
  leavingDescriptors: { sentence: "clients that leave: descriptors not given back", unit: "descriptors", atMost: 0 },
  leavingUpstreamClosed: { sentence: "clients that leave: upstream calls closed after", unit: "s", atMost: 1 },
  scriptsAtOnce: { sentence: "five scripts of 5 s at once on a cold key: all ended after", unit: "s", atMost: 6.5 },
  readBesideScript: { sentence: "a read beside a script of 5 s: answered after", unit: "s", atMost: 0.3 },
  lockedStoreCall: { sentence: "another program locks the store's file: longest call", unit: "ms", atMost: 50 },
  loginsPer1000Calls: { sentence: "upstream logins per 1,000 calls, steady", unit: "logins", atMost: 0.02 },
  keyCheck: { sentence: "CPU of a key check, 100,000 keys stored", unit: "us", atMost: 1.5 },
  manyKeysCheckP99: { sentence: "key check p99 with 100,000 keys stored to 100", unit: "x", atMost: 1.2 },
  manyKeysCallP99: { sentence: "proxied call p99 with 100,000 keys stored to 100", unit: "x", atMost: 1.2 },
  manyKeysMemory: { sentence: "memory for keys after 100,000 were used", unit: "MB", atMost: 50 },
  manyKeysListPage: { sentence: "slowest page of the list of 100,000 keys", unit: "ms", atMost: 200 },
  logTail: { sentence: "10 GB log: the last 1,000 lines", unit: "ms", atMost: 50 },
  logNewestHits: { sentence: "10 GB log: the newest 1,000 hits", unit: "ms", atMost: 100 },
  logFullSearch: { sentence: "10 GB log: literal search of all of it to ripgrep", unit: "x", atMost: 1.3 },
  logPeakMemory: { sentence: "10 GB log: peak memory of the reading process", unit: "MB", atMost: 100 },
  functionImport: { sentence: "cold start: slowest import of a function's bundle", unit: "ms", atMost: 120 },
  functionBundle: { sentence: "cold start: largest bundle of a function, its code", unit: "MB", atMost: 1.25 },
  startToFirstAnswer: { sentence: "`npm start` to first 200", unit: "s", atMost: 0.5 },
  startToFirstCall: { sentence: "`npm start` to first proxied call", unit: "s", atMost: 3 },
  idleMemory: { sentence: "memory of everything, idle", unit: "MB", atMost: 250 },
} as const satisfies Record<string, Target>;

export type TargetName = keyof typeof targets;

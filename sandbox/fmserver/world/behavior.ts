import type { ODataSettings } from "./schema/odata-schema.ts";
import type { DataApiSettings, ServerSettings } from "./schema/server-schema.ts";

/** Values of the switches that depend on the release, by name. */
type Releases<Settings> = {
  readonly [Name in keyof Settings]?: (version: string) => Exclude<Settings[Name], "byVersion">;
};

const ODATA = {
  apply: (version) => isSinceVersion(version, "22"),
  applyDefects: (version) => isSinceVersion(version, "26"),
  batchCreate: (version) => (isSinceVersion(version, "26") ? "minimal" : "representation"),
  computed: (version) => isSinceVersion(version, "26"),
  containerType: (version) => (isSinceVersion(version, "22") ? "Edm.Binary" : "Edm.Stream"),
  idAnnotations: (version) => isSinceVersion(version, "22"),
  invoke: (version) => (isSinceVersion(version, "26") ? "immediate" : "queued"),
  lostLastGet: (version) => !isSinceVersion(version, "22"),
  nextLink: (version) => (isSinceVersion(version, "26") ? "skip" : "skiptoken"),
} as const satisfies Releases<ODataSettings>;

const DATA_API = {
  productInfoVersion: (version) => !isSinceVersion(version, "21"),
  layoutTable: (version) => isSinceVersion(version, "19"),
} as const satisfies Releases<DataApiSettings>;

type Decided<Settings, Name extends keyof Settings> = Omit<Settings, Name> & {
  readonly [Switch in Name]: Exclude<Settings[Switch], "byVersion">;
};

/** Settings of OData in which the server's version has decided every switch. */
export type ODataBehavior = Decided<ODataSettings, keyof typeof ODATA>;
/** Settings of the Data API in which the server's version has decided every switch. */
export type DataApiBehavior = Decided<DataApiSettings, keyof typeof DATA_API>;

export function odataBehavior({ odata, version }: ServerSettings): ODataBehavior {
  return decided(odata, ODATA, version) as ODataBehavior;
}

export function dataApiBehavior({ dataApi, version }: ServerSettings): DataApiBehavior {
  return decided(dataApi, DATA_API, version) as DataApiBehavior;
}

/** Returns true if a server's version, such as `22.0.4.427`, is this one or a later one. */
export function isSinceVersion(version: string, since: string): boolean {
  const own = version.split(".").map(Number);
  for (const [at, number] of since.split(".").map(Number).entries()) {
    const difference = (own[at] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function decided<Settings extends object>(settings: Settings, releases: Releases<Settings>, version: string): object {
  const values = Object.entries(releases).flatMap(([name, ofVersion]) =>
    settings[name as keyof Settings] === "byVersion"
      ? [[name, (ofVersion as (version: string) => unknown)(version)]]
      : [],
  );
  return { ...settings, ...Object.fromEntries(values) };
}

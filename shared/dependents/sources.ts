/** Rows that dependents are found in, with the fields that references and names need. Times are in milliseconds since the epoch. */
export interface SourceRows {
  readonly clients: {
    readonly id: string;
    readonly userName: string;
    readonly computerName: string;
    readonly kind: string;
    readonly files: readonly { readonly filename: string }[];
  };
  readonly sessions: {
    readonly id: string;
    readonly user: string;
    readonly kind: string;
    readonly adminKeyId: number | null;
    readonly lastUsedAt: number;
  };
  readonly grants: {
    readonly id: string;
    readonly clientName: string;
    readonly account: string;
    readonly slug: string;
    readonly file: string;
    readonly lastUsedAt: number;
  };
  readonly dataKeys: KeyRow & {
    readonly files: readonly string[];
    readonly allowAnyDatabase: boolean;
    readonly isDataApi: boolean;
    readonly isOData: boolean;
  };
  readonly adminKeys: KeyRow;
  readonly webhooks: {
    readonly id: number;
    readonly label: string;
    readonly channel: string;
    readonly database: string;
    readonly lastUsed: number | null;
  };
  readonly triggers: {
    readonly id: number;
    readonly label: string;
    readonly database: string;
    readonly keyId: number | null;
    readonly scheduleIds: readonly number[];
  };
  readonly mcpServers: { readonly slug: string; readonly name: string; readonly filename: string };
  readonly schedules: {
    readonly id: number;
    readonly name: string;
    readonly isEnabled: boolean;
    readonly shownInput: unknown;
    readonly recipeId: number | null;
    readonly lastRunAt: number | null;
  };
  readonly recipes: {
    readonly id: number;
    readonly name: string;
    readonly files: readonly string[];
    readonly locations: readonly string[];
    readonly builds: readonly string[];
  };
  readonly offsiteSchedules: {
    readonly name: string;
    readonly isEnabled: boolean;
    readonly locations: readonly string[];
    readonly files: readonly string[];
    readonly lastSuccessAt: number | null;
  };
  readonly destinations: { readonly id: number; readonly label: string; readonly lastSentAt: number | null };
  readonly statusPage: { readonly files: readonly string[]; readonly schedules: readonly number[] };
  readonly alerts: {
    readonly id: number;
    readonly name: string;
    readonly where: Readonly<Record<string, string | undefined>>;
    readonly destinations: readonly number[] | null;
  };
}

interface KeyRow {
  readonly id: number;
  readonly label: string | null;
  readonly hint: string;
  readonly createdBy: string | null;
  readonly lastUsed: number | null;
  /** True if the key is neither disabled nor expired. */
  readonly isUsable: boolean;
}

export type SourceName = keyof SourceRows;

/** All rows of the sources that were read. */
export type AllRows = { readonly [Name in SourceName]: readonly SourceRows[Name][] };

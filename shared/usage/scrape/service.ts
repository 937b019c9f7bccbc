import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { Row } from "../series.ts";
import type { scrape } from "./contract.ts";
import { contentTypes, exposition, formatFor } from "./exposition.ts";
import type { Scraped } from "./scraped.ts";
import type { MetricsTokenRecord, MetricsTokenStore } from "./token-store.ts";

const prefix = "mt_";
/** Purpose of token ids, which distinguishes them from ids of other secrets. */
const purpose = "metrics-token";

interface ScrapeServiceDependencies {
  readonly store: MetricsTokenStore;
  readonly vault: Pick<Vault, "fingerprints">;
  readonly ids: Pick<Ids, "bytes">;
  readonly clock: Pick<Clock, "now">;
  readonly scraped: () => Promise<Scraped>;
  /** Returns the latest readings of FileMaker Server and its host. */
  readonly readings: () => Promise<readonly Row[]>;
}

/** Creates the service for Prometheus metrics and their token. */
export function scrapeService(dependencies: ScrapeServiceDependencies): ServiceOf<typeof scrape> {
  const { store, vault, ids, clock, scraped, readings } = dependencies;

  const isToken = async (authorization: string | undefined): Promise<boolean> => {
    const [, value] = /^bearer +(mt_[\w-]{43})$/i.exec(authorization ?? "") ?? [];
    if (value === undefined) return false;
    const record = await store.get();
    return record !== undefined && (await vault.fingerprints(purpose, value)).includes(record.secretId);
  };

  return {
    async scrapeMetrics(_input, call) {
      if (!(await isToken(call.header("authorization")))) throw new ServiceError("metrics_token_refused");
      const format = formatFor(call.header("accept"));
      const [counted, read] = await Promise.all([scraped(), readings()]);
      const text = exposition(counted, format, read);
      return { status: 200, headers: { "Content-Type": contentTypes[format] }, body: bytesOf(text) };
    },

    async getMetricsToken() {
      const record = await store.get();
      return { token: record === undefined ? null : shown(record) };
    },

    async makeMetricsToken(_input, { caller }) {
      const value = prefix + Buffer.from(ids.bytes(32)).toString("base64url");
      const [secretId] = await vault.fingerprints(purpose, value);
      const record: MetricsTokenRecord = {
        schema: 1,
        secretId,
        hint: `${prefix}…${value.slice(-4)}`,
        createdAt: clock.now(),
        createdBy: callerName(caller),
      };
      await store.put(record);
      return { token: shown(record), value };
    },

    deleteMetricsToken: async () => ({ deleted: await store.delete() }),
  };
}

function shown({ hint, createdAt, createdBy }: MetricsTokenRecord) {
  return { hint, createdAt: timestamp(createdAt), createdBy };
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

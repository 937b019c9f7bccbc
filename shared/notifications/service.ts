import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { refuseMasks } from "#shared/contract/values/kept-secrets.ts";
import type { DeliveryEngine } from "#shared/deliveries/api.ts";
import { newSigningSecret } from "#shared/http/standard-webhooks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { Destination, notifications } from "./contract.ts";
import { resultText } from "./destination-results.ts";
import { eventCatalogue, type NotifiedEvent } from "./events/contract.ts";
import { newDelivery } from "./forward.ts";
import { textOf } from "./messages/message.ts";
import { outgoingRequest } from "./messages/outgoing-request.ts";
import { type DestinationRecord, type DestinationUse, destinationSource, type EventRecord } from "./record.ts";
import { shownTarget, withPasswordKept } from "./rules.ts";
import { destinationContext, type NotificationStore } from "./store.ts";
import type { Target } from "./targets/contract.ts";

interface NotificationDependencies {
  readonly store: NotificationStore;
  readonly engine: Pick<DeliveryEngine, "newId" | "accept" | "perform">;
  readonly vault: Vault;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly baseUrl: () => string;
}

/** Creates the service for destinations and their events. */
export function notificationService(dependencies: NotificationDependencies): ServiceOf<typeof notifications> {
  const { store, engine, vault, ids, clock, baseUrl } = dependencies;

  const found = async (id: number): Promise<DestinationRecord> => {
    const stored = await store.get(id);
    if (stored === undefined) throw new ServiceError("destination_not_found");
    return stored.record;
  };

  const changed = async (
    id: number,
    change: (record: DestinationRecord) => DestinationRecord | Promise<DestinationRecord>,
  ): Promise<Destination> => {
    const record = await store.change(id, async (before) => ({ ...(await change(before)), updatedAt: clock.now() }));
    if (record === undefined) throw new ServiceError("destination_not_found");
    return shown(record, await store.use(id));
  };

  const sealedTarget = async (id: number, target: Target) =>
    vault.seal(JSON.stringify(target), destinationContext(id, "sealedTarget"));
  const openedTarget = async ({ id, sealedTarget: sealed }: DestinationRecord): Promise<Target> =>
    JSON.parse(await vault.open(sealed, destinationContext(id, "sealedTarget")));

  const withTarget = async (before: DestinationRecord, given: Target): Promise<DestinationRecord> => {
    if (given.type !== before.target.type) throw new ServiceError("destination_type_fixed");
    const target = withPasswordKept(given, await openedTarget(before));
    return { ...before, target: shownTarget(target), sealedTarget: await sealedTarget(before.id, target) };
  };

  return {
    async listNotificationDestinations() {
      const records = await store.all();
      return {
        destinations: await Promise.all(records.map(async (record) => shown(record, await store.use(record.id)))),
      };
    },

    async createNotificationDestination({ label, target, active, events, minimumSeverity }) {
      refuseMasks(target);
      const id = await store.nextId();
      const now = clock.now();
      const secret = target.type === "webhook" ? newSigningSecret(ids) : null;
      const record: DestinationRecord = {
        schema: 1,
        id,
        label,
        active,
        disabledReason: null,
        target: shownTarget(target),
        sealedTarget: await sealedTarget(id, target),
        sealedSecret: secret && (await vault.seal(secret, destinationContext(id, "sealedSecret"))),
        sealedPreviousSecret: null,
        previousSecretUntil: null,
        events,
        minimumSeverity,
        createdAt: now,
        updatedAt: now,
      };
      await store.create(record);
      return { destination: shown(record, await store.use(id)), secret };
    },

    getNotificationDestination: async ({ id }) => ({ destination: shown(await found(id), await store.use(id)) }),

    async updateNotificationDestination({ id, label, target, active, events, minimumSeverity }) {
      refuseMasks(target);
      const destination = await changed(id, async (before) => ({
        ...(target === undefined ? before : await withTarget(before, target)),
        label: label ?? before.label,
        active: active ?? before.active,
        disabledReason: active === undefined ? before.disabledReason : null,
        events: events === undefined ? before.events : events,
        minimumSeverity: minimumSeverity ?? before.minimumSeverity,
      }));
      return { destination };
    },

    async deleteNotificationDestination({ id }) {
      await found(id);
      await store.delete(id);
      return { ok: true };
    },

    async testNotificationDestination({ id }) {
      const { label, target } = await found(id);
      const source = destinationSource(id);
      const data = {
        subject: label,
        text: "This is a test. Notifications arrive here.",
        serverUrl: baseUrl(),
        timestamp: timestamp(clock.now()),
      };
      const notified: NotifiedEvent = { event: "test", data };
      const context = { event: "test", isTest: true, own: null } as const;
      const request = outgoingRequest(target, notified, 0);
      const given = { ...newDelivery(request, context), id: engine.newId(source), source, senderId: null };
      const { delivery } = await engine.accept(given, { wantsAttempt: true });
      const end = await engine.perform(delivery);
      const isTeams = target.type === "teams";
      return { ok: end.outcome === "delivered", msg: resultText(end, isTeams), deliveryId: delivery.record.id };
    },

    async renewNotificationSecret({ id, previousHours }) {
      const secret = newSigningSecret(ids);
      const seal = (value: string, field: "sealedSecret" | "sealedPreviousSecret") =>
        vault.seal(value, destinationContext(id, field));
      const destination = await changed(id, async (before) => {
        if (before.sealedSecret === null) throw new ServiceError("destination_unsigned");
        const previous = await vault.open(before.sealedSecret, destinationContext(id, "sealedSecret"));
        return {
          ...before,
          sealedSecret: await seal(secret, "sealedSecret"),
          sealedPreviousSecret: await seal(previous, "sealedPreviousSecret"),
          previousSecretUntil: clock.now() + previousHours * 3_600_000,
        };
      });
      return { destination, secret };
    },

    async listNotificationEvents({ limit, cursor }) {
      const page = await store.events(limit, cursor);
      return { events: page.records.map(shownEvent), cursor: page.cursor ?? null };
    },
  };
}

function shown(record: DestinationRecord, use: DestinationUse): Destination {
  const { id, label, active, disabledReason, target, events, minimumSeverity, createdAt, updatedAt } = record;
  return {
    id,
    label,
    active,
    disabledReason,
    target,
    events,
    minimumSeverity,
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
    lastSentAt: use.lastSentAt === null ? null : timestamp(use.lastSentAt),
    lastResult: use.lastResult,
    lastResultIsError: use.lastResultIsError,
    delivered: use.delivered,
    source: destinationSource(id),
  };
}

function shownEvent({ id, event, data, at, repeats }: EventRecord) {
  const { severity, title } = eventCatalogue[event];
  return { id, event, severity, title, text: textOf(JSON.parse(data)), at: timestamp(at), repeats };
}

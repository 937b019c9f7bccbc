/** Subjects in the order of re-encryption: name of the phase, and name of a single item. */
export const rewrapSubjects = {
  dataKeys: { phase: "Data API keys", one: "data key" },
  adminKeys: { phase: "Admin API keys", one: "admin key" },
  agents: { phase: "Agents", one: "agent" },
  settings: { phase: "Settings", one: "system" },
  webhooks: { phase: "Webhooks", one: "webhook" },
  triggers: { phase: "Triggers", one: "trigger" },
  notifications: { phase: "Notification destinations", one: "notification destination" },
  offsiteLocations: { phase: "Offsite locations", one: "offsite location" },
  identity: { phase: "Identity provider", one: "identity provider" },
  oauth: { phase: "Sign-ins of AI clients", one: "sign-in" },
  builds: { phase: "Builds", one: "build" },
  deployments: { phase: "Deployments", one: "deployment" },
  recipes: { phase: "Recipes", one: "recipe" },
  schedules: { phase: "Schedules", one: "schedule" },
  processes: { phase: "Processes", one: "process" },
} as const;

export type RewrapSubject = keyof typeof rewrapSubjects;

/**
 * Re-encrypts the values of one subject that have an older master key. Ends early when the signal aborts. Returns the number of
 * re-encrypted items, and the ids of those that no master key can decrypt.
 */
export type RewrapPart = (
  signal: AbortSignal,
  checked: (items: number) => Promise<void>,
) => Promise<{ readonly rewrapped: number; readonly lost: readonly string[] }>;

/**
 * Re-encrypts everything that has an older master key and doesn't expire automatically, so that the older key can be retired. Ends
 * early when the signal aborts; the next start continues. Returns the number of re-encrypted items.
 * @throws SecretsLost at the end
 */
export type Rewrap = (
  signal: AbortSignal,
  report?: (phase: string, checked: number) => Promise<void>,
) => Promise<number>;

/** Names the items that no master key can decrypt. */
export class SecretsLost extends Error {
  override readonly name = "SecretsLost";
}

export function rewrap(parts: Readonly<Record<RewrapSubject, RewrapPart>>): Rewrap {
  return async (signal, report) => {
    let count = 0;
    const allLost: string[] = [];
    for (const [subject, { phase, one }] of Object.entries(rewrapSubjects)) {
      await report?.(phase, 0);
      const checked = async (items: number): Promise<void> => report?.(phase, items);
      const { rewrapped, lost } = await parts[subject as RewrapSubject](signal, checked);
      count += rewrapped;
      allLost.push(...lost.map((id) => `${one} ${id}`));
    }
    if (allLost.length > 0) throw new SecretsLost(`No master key can decrypt the secrets of: ${allLost.join(", ")}`);
    return count;
  };
}

/**
 * Replaces AWS event streams, which we don't use. The SDK loads them with a dynamic `import()`, which a bundler includes completely with
 * all imports; without it, unused parts of the SDK's core are removed (docs/decisions/0007-small-lambda-bundles.md).
 */
export class EventStreamSerde {
  constructor() {
    throw new Error("The function bundles don't include AWS event streams (functions/lambda/no-event-streams.ts).");
  }
}

/** Called when a client is created; only a call with an event stream would use the result. */
export function eventStreamSerdeProvider(): undefined {
  return undefined;
}

export function resolveEventStreamSerdeConfig<Config>(config: Config): Config {
  return config;
}

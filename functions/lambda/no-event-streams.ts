/**
 * No call of ours reads an event stream of AWS. The SDK loads their code with a dynamic `import()`, and what is so loaded a bundler takes whole,
 * with everything that it imports: without it, the rest of the SDK's core loses what is unused (docs/decisions/0007-small-lambda-bundles.md).
 */
export class EventStreamSerde {
  constructor() {
    throw new Error("Event streams of AWS are not in the bundles of functions (functions/lambda/no-event-streams.ts).");
  }
}

/** What a client asks for as it is made; only a call with an event stream would use it. */
export function eventStreamSerdeProvider(): undefined {
  return undefined;
}

export function resolveEventStreamSerdeConfig<Config>(config: Config): Config {
  return config;
}
